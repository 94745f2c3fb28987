import type { RoomLogEntry } from '#shared/api/console/room-page.ts';
import type { AuctionEntry } from '#shared/auction/entries.ts';

const toMs = (us: number): number => us / 1_000;

/** An entry for staff: persons as their numbers, and neither limits nor maxima. */
export function roomLogEntry(
  { entry, committedAtMs }: { entry: AuctionEntry; committedAtMs: number },
  numberOf: (person: string) => number | null,
): RoomLogEntry {
  const shown: RoomLogEntry = {
    seq: entry.seq,
    kind: entry.kind,
    atMs: toMs(entry.atUs),
    committedAtMs,
    number: null,
    priceTiyin: null,
    auto: false,
    deadlineMs: null,
    cause: null,
    reason: null,
  };
  switch (entry.kind) {
    case 'opened':
      return shown;
    case 'admitted':
    case 'autoSet':
    case 'autoCleared':
      return { ...shown, number: entry.number };
    case 'limitSet':
      return { ...shown, number: numberOf(entry.person) };
    case 'revoked':
      return { ...shown, number: numberOf(entry.person), cause: entry.cause };
    case 'price':
      return {
        ...shown,
        number: entry.number,
        priceTiyin: entry.amountTiyin,
        auto: entry.by === 'auto',
        deadlineMs: entry.extended ? toMs(entry.deadlineUs) : null,
      };
    case 'suspended':
      return { ...shown, cause: entry.cause, reason: entry.reason };
    case 'resumed':
      return { ...shown, cause: entry.cause, deadlineMs: toMs(entry.deadlineUs) };
    case 'deadlineMoved':
      return { ...shown, cause: entry.cause, reason: entry.reason, deadlineMs: toMs(entry.deadlineUs) };
    case 'closed':
      return {
        ...shown,
        number: entry.winnerNumber,
        priceTiyin: entry.priceTiyin,
        cause: entry.outcome,
        reason: entry.reason,
      };
  }
}

/** As everybody in the room sees it; null: it is private, such as who has an auto-bid. */
export function shownToAll(entry: RoomLogEntry): RoomLogEntry | null {
  switch (entry.kind) {
    case 'limitSet':
    case 'autoSet':
    case 'autoCleared':
      return null;
    case 'revoked':
      return { ...entry, cause: null };
    default:
      return entry;
  }
}
