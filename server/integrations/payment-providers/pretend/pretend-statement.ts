import type { PaymentProvider } from '#shared/api/cabinet/payments.ts';
import type { StatementSource } from '../port.ts';
import type { PretendRepository, PretendState } from './pretend.repository.ts';

const STATES = {
  begun: 'begun',
  paid: 'paid',
  cancelled: 'cancelled',
  returned: 'cancelled',
} as const satisfies Record<PretendState, string>;

/** The twin's records as a statement for a period. */
export const pretendStatement = (
  payments: Pick<PretendRepository, 'between'>,
  provider: PaymentProvider,
): StatementSource => ({
  kind: 'list',
  read: async (fromMs, toMs) =>
    (await payments.between(provider, fromMs, toMs)).map(
      ({ providerId, account, amountTiyin, state, begunMs }) => ({
        providerId,
        paymentId: Number(account),
        amountTiyin,
        begunMs,
        state: STATES[state],
      }),
    ),
});
