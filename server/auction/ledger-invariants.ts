import type { Invariant } from '#server/platform/modules/index.ts';

/** Invariants over what is published of rooms. */
export const AUCTION_INVARIANTS: readonly Invariant[] = [
  {
    number: 24,
    name: 'every sealed maximum of a room closed in the last 31 days is the one its entry commits to, with a salt of 32 hex digits',
    query: `
      select e.lot_id, e.seq from auction_lot l join auction_entry e using (lot_id)
      where l.closed_at > now() - interval '31 days' and e.kind = 'autoSet'
        and (coalesce(secret_salt, '') !~ '^[0-9a-f]{32}$'
          or encode(sha256(convert_to(secret_maximum_tiyin || secret_salt, 'UTF8')), 'hex') is distinct from entry ->> 'commitment')`,
  },
];
