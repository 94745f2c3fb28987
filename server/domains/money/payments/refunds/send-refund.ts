import { moved, type LockedRefund } from './refund-decision.ts';
import { refundReference, type RefundPorts } from './refund-ports.ts';
import type { Refund } from './refunds.repository.ts';

/**
 * The held sum of an approved refund leaves: what the person owes is paid with it first, and the rest goes to the bank. Without a rest
 * nothing leaves.
 */
export async function sendRefund(
  { walletIn, debts, notify }: Pick<RefundPorts, 'walletIn' | 'debts' | 'notify'>,
  { refund, own, tx, step, money }: LockedRefund,
): Promise<Refund> {
  const wallet = walletIn(tx);
  const { id, person_id: personId, amount_tiyin: sumTiyin, hold_id: firstHoldId } = refund;
  const reference = refundReference(refund);
  const setOffTiyin = await debts.setOff(tx, {
    personId,
    sumTiyin,
    reference,
    key: reference,
    actor: money.actor,
    async bring() {
      moved(await wallet.releaseForSetOff({ ...money, holdId: firstHoldId! }), refund);
    },
  });
  let holdId = firstHoldId!;
  if (setOffTiyin > 0) {
    await step('set-off');
    await notify(tx, { kind: 'debts-set-off', refund, amountTiyin: setOffTiyin });
    if (setOffTiyin === sumTiyin) return own.move(id, 'set-off', { set_off_tiyin: setOffTiyin });
    const rest = { personId, amountTiyin: sumTiyin - setOffTiyin, reference };
    const held = await wallet.hold({ ...money, ...rest, key: `${reference}:rest` });
    if (held.outcome !== 'held') throw new Error(`the rest of ${reference} is not held: ${held.outcome}`);
    holdId = held.holdId;
  }
  const payOutId = moved(await wallet.payOut({ ...money, holdId }), refund);
  await step('sent');
  return own.move(id, 'send', { hold_id: holdId, set_off_tiyin: setOffTiyin, pay_out_id: payOutId });
}
