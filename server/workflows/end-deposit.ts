import type { TradeApplication } from '#server/domains/trade-applications/index.ts';
import { createWallet } from '#server/domains/wallet/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import type { DepositState } from '#shared/states/trade-application.ts';

const ENDS = { release: 'released', forfeit: 'forfeited' } as const;

/**
 * Ends the deposit an application holds, in the caller's transaction, which has the application locked; a deposit that
 * is not held stays as it is. Returns what the deposit is from now on.
 * @throws when the ledger ended the hold otherwise before: the books and the application contradict each other
 */
export async function endDeposit(
  tx: AnyDb,
  application: TradeApplication,
  how: { end: 'release' | 'forfeit'; reason: string; actor: string },
): Promise<DepositState> {
  const { id, round, hold_id: holdId, deposit_state: state } = application;
  if (state !== 'held' || holdId === null) return state;
  const { end, reason, actor } = how;
  const request = { holdId, key: `application:${id}:${round}`, reason, actor };
  const outcome = await createWallet(tx)[end](request);
  if (outcome.outcome !== 'resolved')
    throw new Error(`deposit of application ${id} cannot end by ${end}: ${outcome.outcome}`);
  return ENDS[end];
}
