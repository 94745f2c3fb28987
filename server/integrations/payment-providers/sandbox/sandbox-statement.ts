import type { PaymentProvider } from '#shared/api/cabinet/payments.ts';
import type { StatementSource } from '../port.ts';
import type { SandboxRepository, SandboxState } from './sandbox.repository.ts';

const STATES = {
  begun: 'begun',
  paid: 'paid',
  cancelled: 'cancelled',
  returned: 'cancelled',
} as const satisfies Record<SandboxState, string>;

/** The twin's records as a statement for a period. */
export const sandboxStatement = (
  payments: Pick<SandboxRepository, 'between'>,
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
