import type { DecisionKind } from '#server/platform/modules/index.ts';
import { createIndemnity } from './indemnity.ts';

/** The operator pays into its own account for buyers of cancelled sales, once for a document of the bank. */
export const indemnityIn: DecisionKind<'indemnity-in'> = {
  name: 'indemnity-in',
  subjectOf: ({ bankDocument }) => `document:${bankDocument}`,

  async lock(tx) {
    await createIndemnity(tx).sum();
  },

  stateOf: async (on, { bankDocument }) => ({ paidIn: await createIndemnity(on).isPaidIn(bankDocument) }),

  concerns: async () => ({ personIds: [], lotId: null }),

  judge: async (on, { bankDocument }) =>
    (await createIndemnity(on).isPaidIn(bankDocument)) ? 'nothing-to-do' : null,

  preview: async (on, { amountTiyin, bankDocument }) => [
    { fact: 'sum', type: 'money', tiyin: amountTiyin },
    { fact: 'bankDocument', type: 'text', text: bankDocument },
    { fact: 'account', type: 'money', tiyin: await createIndemnity(on).sum() },
  ],

  async apply(tx, { amountTiyin, bankDocument }, { decidedBy, reason }) {
    const indemnity = createIndemnity(tx);
    if (await indemnity.isPaidIn(bankDocument)) return 'nothing-to-do';
    await indemnity.payIn({ bankDocument, amountTiyin, reason, actor: decidedBy });
    return null;
  },
};
