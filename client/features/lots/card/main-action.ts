import type { LotDetails } from '#shared/api/lots.ts';
import type { MyApplication } from '#shared/api/trade-applications.ts';
import type { LotLive } from '../lot-live.ts';

/**
 * The one thing a person can do with a lot now. `not-open-yet`: taking part needs an application with a deposit, which is not
 * taken online yet; `too-late`: applications have closed.
 */
export type MainAction =
  | 'next-round'
  | 'result'
  | 'enter'
  | 'observe-as-staff'
  | 'sign-in'
  | 'join-practice'
  | 'not-open-yet'
  | 'too-late'
  | 'watch';

/** What fits the lot and the person; null until it is known where the person stands. */
export function mainActionOf(
  lot: LotDetails,
  live: LotLive,
  me: MyApplication | undefined,
): MainAction | null {
  if (live.phase === 'closed') return lot.nextLotId === null ? 'result' : 'next-round';
  if (!me) return null;
  if (me.status === 'admitted') return 'enter';
  if (me.role === 'operator') return 'observe-as-staff';
  switch (me.needs) {
    case 'sign-in':
      return 'sign-in';
    case 'join-practice':
      return 'join-practice';
    case 'application':
      return 'not-open-yet';
    case 'applications-closed':
      return 'too-late';
    default:
      return 'watch';
  }
}
