import type { LotDetails } from '#shared/api/site/lots.ts';
import type { MyApplication } from '#shared/api/cabinet/trade-applications.ts';
import { nowMs } from '#client/lib/server-now.ts';
import type { LotLive } from '#client/entities/lot/lot-live.ts';

/**
 * The one thing a person can do with a lot now. `own`: the person sells it; `sent`: the application waits for the room; `too-late`: applications have closed, and `late-visitor` is a visitor then, who may have applied before.
 */
export type MainAction =
  | 'next-round'
  | 'result'
  | 'enter'
  | 'own'
  | 'observe-as-staff'
  | 'sign-in'
  | 'late-visitor'
  | 'join-practice'
  | 'apply'
  | 'sent'
  | 'too-late'
  | 'watch';

/** What fits the lot and the person; null until the person's part in the lot is known. @param now server time */
export function mainActionOf(
  lot: LotDetails,
  live: LotLive,
  { me, sells }: { me?: MyApplication | undefined; sells?: boolean | undefined },
  now: number = nowMs(),
): MainAction | null {
  if (live.phase === 'closed') return lot.nextLotId === null ? 'result' : 'next-round';
  if (!me) return null;
  if (me.status === 'admitted') return 'enter';
  if (me.status === 'sent') return 'sent';
  if (sells && !lot.practice) return 'own';
  if (me.role === 'operator') return 'observe-as-staff';
  switch (me.needs) {
    case 'sign-in':
      return !lot.practice && now >= lot.applicationsUntilMs ? 'late-visitor' : 'sign-in';
    case 'join-practice':
      return 'join-practice';
    case 'application':
      return now >= lot.applicationsUntilMs ? 'too-late' : 'apply';
    case 'applications-closed':
      return 'too-late';
    default:
      return 'watch';
  }
}
