import type { PublicEntry } from '#shared/trust/public-log.ts';
import type { RoomStep } from './room-log.ts';

type Price = Extract<PublicEntry, { kind: 'price' }>;

const toMs = (us: number): number => us / 1_000;

/** A finished room's public log as the steps of a replay. */
export function roomStepsOf(entries: readonly PublicEntry[]): RoomStep[] {
  const steps: RoomStep[] = [];
  /** A price whose answer may be the next entry. */
  let waiting: Price | null = null;
  const flush = () => {
    if (waiting) steps.push(stepOf(waiting));
    waiting = null;
  };
  for (const entry of entries) {
    if (entry.kind === 'price' && entry.answers && waiting) {
      steps.push({ ...stepOf(waiting), answer: { bidder: String(entry.number), amount: entry.amountTiyin } });
      waiting = null;
      continue;
    }
    flush();
    if (entry.kind === 'price') waiting = entry;
    else steps.push(...others(entry));
  }
  flush();
  return steps;
}

const stepOf = ({ atUs, by, number, amountTiyin }: Price): Extract<RoomStep, { step: 'offer' | 'auto' }> => ({
  at: toMs(atUs),
  step: by,
  bidder: String(number),
  amount: amountTiyin,
});

function others(entry: Exclude<PublicEntry, Price>): RoomStep[] {
  const at = toMs(entry.atUs);
  switch (entry.kind) {
    case 'admitted':
      return [{ at, step: 'admitted', bidder: String(entry.number) }];
    case 'revoked':
      return entry.number === null ? [] : [{ at, step: 'revoked', bidder: String(entry.number) }];
    case 'suspended':
      return [{ at, step: 'suspended' }];
    case 'resumed':
      return [{ at, step: 'resumed', deadline: toMs(entry.deadlineUs) }];
    case 'deadlineMoved':
      return [{ at, step: 'deadline', deadline: toMs(entry.deadlineUs) }];
    case 'closed':
      return entry.outcome === 'withdrawn' ? [{ at, step: 'withdrawn' }] : [];
    // Opening and hammer follow from the rules; maxima and limits are private.
    case 'opened':
    case 'limitSet':
    case 'autoSet':
    case 'autoCleared':
      return [];
  }
}
