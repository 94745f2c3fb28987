import { randomInt } from 'node:crypto';
import { tashkentDateTime } from '#shared/time/tashkent.ts';
import { clickSignature } from '../click/click.sign.ts';
import { tiyinToSumText } from '../sum-text.ts';
import type { SandboxRepository } from './sandbox.repository.ts';
import { postToShop, type SandboxOrder, type SandboxOutcome, type SandboxSide } from './sandbox-side.ts';

interface Answer {
  error: number;
  error_note?: string;
  merchant_prepare_id?: number | null;
}

const NO_MONEY = '-5017';

/** `YYYY-MM-DD HH:mm:ss` in Tashkent. */
function signTime(nowMs: number): string {
  const [date = '', time = ''] = tashkentDateTime(nowMs).split(' ');
  return `${date.split('.').reverse().join('-')} ${time}`;
}

/** Click's side: prepares, debits the pretend card, completes. Its records answer the status calls of the Merchant API. */
export function createPretendClick(deps: {
  payments: SandboxRepository;
  /** The shop's two addresses. */
  endpoint: (action: 'prepare' | 'complete') => string;
  serviceId: string;
  secretKey: string;
}): SandboxSide {
  const { payments, endpoint, serviceId, secretKey } = deps;
  /** Our number of the payment by Click's, for repeats. */
  const prepared = new Map<string, string>();

  async function post(
    action: 'prepare' | 'complete',
    providerId: string,
    order: SandboxOrder,
    more: Record<string, string> = {},
  ): Promise<Answer> {
    const fields: Record<string, string> = {
      click_trans_id: providerId,
      service_id: serviceId,
      click_paydoc_id: String(randomInt(1, 2 ** 31)),
      merchant_trans_id: order.account,
      amount: tiyinToSumText(order.amountTiyin),
      action: action === 'prepare' ? '0' : '1',
      error: '0',
      error_note: 'Success',
      sign_time: signTime(Date.now()),
      ...more,
    };
    fields.sign_string = clickSignature(fields, secretKey);
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const { text } = await postToShop(endpoint(action), headers, new URLSearchParams(fields).toString());
    return JSON.parse(text) as Answer;
  }
  const refused = ({ error, error_note: note }: Answer): SandboxOutcome => ({
    outcome: 'refused',
    reply: `${error} ${note ?? ''}`.trim(),
  });

  return {
    async pay(order, card) {
      // Beyond the exact range of a double, as the provider's own numbers may be.
      const providerId = `${Date.now()}${String(randomInt(0, 1_000_000)).padStart(6, '0')}`;
      const ready = await post('prepare', providerId, order);
      if (ready.error !== 0) return refused(ready);
      const prepareId = String(ready.merchant_prepare_id);
      prepared.set(providerId, prepareId);
      await payments.begin({ provider: 'click', providerId, ...order });
      if (card === 'declined') {
        await payments.mark('click', providerId, 'cancelled');
        const note = { error: NO_MONEY, error_note: 'Insufficient funds' };
        await post('complete', providerId, order, { merchant_prepare_id: prepareId, ...note });
        return { outcome: 'declined' };
      }
      // The card is debited before the shop is notified.
      await payments.mark('click', providerId, 'paid');
      const done = await post('complete', providerId, order, { merchant_prepare_id: prepareId });
      if (done.error === 0 || done.error === -4) return { outcome: 'paid' };
      await payments.mark('click', providerId, 'cancelled');
      return refused(done);
    },

    // The shop requests it, not the provider.
    refund: null,

    async repeat(providerId) {
      const known = await payments.find('click', providerId);
      const prepareId = prepared.get(providerId);
      if (!known || !prepareId) return { outcome: 'refused', reply: 'begun before the last start' };
      const done = await post('complete', providerId, known, { merchant_prepare_id: prepareId });
      return done.error === -4 || done.error === 0 ? { outcome: 'paid' } : refused(done);
    },
  };
}
