import { tashkentDay } from '#shared/time/tashkent.ts';
import type { StatementSource } from '../port.ts';
import type { ClickMerchantApi } from './click.merchant-api.ts';

const STATES = { paid: 'paid', 'under-way': 'begun', 'not-paid': 'cancelled' } as const;

/** Click is queried for one payment after another; it returns the state, not the sum. */
export const clickStatements = (api: ClickMerchantApi): StatementSource => ({
  kind: 'each',
  async ask({ providerId, paymentId, createdMs }) {
    const found = await api.statusOf(String(paymentId), tashkentDay(createdMs));
    if (found.status === 'none') return null;
    return { providerId, paymentId, amountTiyin: null, begunMs: null, state: STATES[found.status] };
  },
});
