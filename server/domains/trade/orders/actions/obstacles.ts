import type { ActionVerdict } from '#server/domains/people/accounts/index.ts';
import type { ActionRefused } from '#shared/api/cabinet/order-actions.ts';
import type { OrderAction } from '#shared/lifecycles/order-actions.ts';
import type { OrderProblem } from '#shared/orders/problem-codes.ts';
import type { ModeratedRow } from '../flows/moderated-order-tables.ts';
import { refusal } from './action-answers.ts';
import type { ClosingPort, NotClosed } from './closing-port.ts';
import type { Withdrawals } from './withdrawals.ts';

export interface ObstaclesDeps {
  /** Role, profile, offer and bars of the person, as of now. */
  maySell(personId: string): Promise<ActionVerdict>;
  /** What stops sending; reads outside of transactions. */
  problemsOf(order: ModeratedRow): Promise<OrderProblem[]>;
  withdrawals: Pick<Withdrawals, 'owedBy'>;
  closing: Pick<ClosingPort, 'obstacleOf'>;
  /** Have two of staff rejected the order, or others that are copies of the same one, within 30 days? */
  rejectedByTwo(orderId: number): Promise<boolean>;
}

/** What keeps a customer from sending an order, from taking it back, or from closing it. */
export function createObstacles({ maySell, problemsOf, withdrawals, closing, rejectedByTwo }: ObstaclesDeps) {
  /** Whether the person may send the order, as of now. */
  async function refusalToSend({ id, person_id: personId }: ModeratedRow): Promise<ActionRefused | null> {
    const verdict = await maySell(personId);
    if (verdict.reason)
      return refusal(verdict.reason === 'sign-in' ? 'role' : verdict.reason, {
        missingFacts: [...(verdict.missing ?? [])],
        barredUntil: verdict.until ?? null,
      });
    const owedTiyin = await withdrawals.owedBy(personId);
    if (owedTiyin > 0) return refusal('owes', { owedTiyin });
    return (await rejectedByTwo(id)) ? refusal('rejected-before') : null;
  }

  /** An order is not taken from the hands of the moderator who examines it. */
  const claimedByNow = (row: ModeratedRow): ActionRefused | null =>
    row.claimed ? refusal('claimed', { claimedUntilMs: row.claimed_until!.getTime() }) : null;

  const notClosed = (found: NotClosed | null): ActionRefused | null =>
    found && refusal(found.obstacle, { protestUntilMs: found.until?.getTime() ?? null });

  async function obstacle(row: ModeratedRow, action: OrderAction) {
    if (action === 'take-back') return claimedByNow(row);
    if (action === 'close') return notClosed(await closing.obstacleOf(row.id));
    if (action !== 'send') return null;
    const refused = await refusalToSend(row);
    if (refused) return refused;
    const problems = await problemsOf(row);
    return problems.length > 0 ? ({ verdict: 'incomplete', problems } as const) : null;
  }

  return { claimedByNow, notClosed, obstacle };
}
