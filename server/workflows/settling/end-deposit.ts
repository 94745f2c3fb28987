import type { TradeApplication } from '#server/domains/trade/trade-applications/index.ts';
import { createWallet } from '#server/domains/money/wallet/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import { DEPOSIT, type DepositState } from '#shared/lifecycles/deposit.ts';
import { transition } from '#shared/lifecycles/lifecycle.ts';

/**
 * Ends the deposit an application holds, in the caller's transaction, which has the application locked; a deposit that
 * is not held does not change. Returns the new state of the deposit.
 * @throws when the ledger ended the hold otherwise before: the books and the application contradict each other
 */
export async function endDeposit(
  tx: AnyDb,
  application: TradeApplication,
  how: { end: 'release' | 'forfeit' | 'capture'; reason: string; actor: string },
): Promise<DepositState> {
  const { id, round, hold_id: holdId, deposit_state: state } = application;
  const { end, reason, actor } = how;
  const ended = transition(DEPOSIT, state, end);
  if (ended.outcome === 'refused' || holdId === null) return state;
  const request = { holdId, key: `application:${id}:${round}`, reason, actor };
  const outcome = await createWallet(tx)[end](request);
  if (outcome.outcome !== 'resolved')
    throw new Error(`deposit of application ${id} cannot end by ${end}: ${outcome.outcome}`);
  return ended.to;
}
