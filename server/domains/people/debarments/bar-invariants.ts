import type { Invariant } from '#server/platform/modules/index.ts';

/** Invariants between bars, proposals and debts of people. */
export const BAR_INVARIANTS: readonly Invariant[] = [
  {
    number: 19,
    name: 'a bar of staff was proposed by one account and approved by another, for the same person',
    query: `
      select b.id as bar, p.id as proposal from barred_person b
      join bar_proposal p on p.bar_id = b.id and p.kind = 'add'
      where p.state <> 'approved' or p.decided_by = p.proposed_by or p.id_hash <> b.id_hash
        or b.barred_by <> p.proposed_by or b.cause is distinct from p.cause or b.lot_id is distinct from p.lot_id`,
  },
  {
    number: 19,
    name: 'a bar is lifted if and only if two accounts agreed to lift it',
    query: `
      select b.id as bar from barred_person b
      where (b.lifted_at is not null) <> exists (
        select from bar_proposal p
        where p.bar_id = b.id and p.kind = 'lift' and p.state = 'approved' and p.decided_by <> p.proposed_by)`,
  },
];
