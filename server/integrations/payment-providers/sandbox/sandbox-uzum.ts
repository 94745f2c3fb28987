import { randomUUID } from 'node:crypto';
import type { SandboxRepository } from './sandbox.repository.ts';
import { basic, postToShop, type SandboxOutcome, type SandboxSide } from './sandbox-side.ts';

interface Answer {
  status: string;
  errorCode?: string;
}

/** Uzum Bank's side: checks, creates, debits the pretend card, confirms. */
export function createPretendUzum(deps: {
  payments: SandboxRepository;
  /** The shop's address of a call. */
  endpoint: (name: string) => string;
  serviceId: string;
  login: string;
  password: string;
}): SandboxSide {
  const { payments, endpoint, serviceId, login, password } = deps;

  async function post(name: string, fields: object): Promise<Answer> {
    const headers = { 'content-type': 'application/json', authorization: basic(login, password) };
    const body = JSON.stringify({ serviceId: Number(serviceId), timestamp: Date.now(), ...fields });
    const { text } = await postToShop(endpoint(name), headers, body);
    return JSON.parse(text) as Answer;
  }
  const refused = ({ errorCode }: Answer): SandboxOutcome => ({ outcome: 'refused', reply: errorCode ?? '' });

  return {
    async pay({ account, amountTiyin }, card) {
      const checked = await post('check', { params: { account } });
      if (checked.status !== 'OK') return refused(checked);
      const transId = randomUUID();
      const created = await post('create', { transId, params: { account }, amount: amountTiyin });
      if (created.status !== 'CREATED') return refused(created);
      await payments.begin({ provider: 'uzum', providerId: transId, account, amountTiyin });
      if (card === 'declined') {
        await payments.mark('uzum', transId, 'cancelled');
        await post('reverse', { transId });
        return { outcome: 'declined' };
      }
      // The card is debited before the shop is notified.
      await payments.mark('uzum', transId, 'paid');
      const done = await post('confirm', { transId });
      if (done.status === 'CONFIRMED') return { outcome: 'paid' };
      await payments.mark('uzum', transId, 'cancelled');
      return refused(done);
    },

    async refund(transId) {
      const done = await post('reverse', { transId });
      if (done.status !== 'REVERSED') return refused(done);
      await payments.mark('uzum', transId, 'returned');
      return { outcome: 'paid' };
    },

    async repeat(transId) {
      const done = await post('confirm', { transId });
      return done.status === 'CONFIRMED' ? { outcome: 'paid' } : refused(done);
    },
  };
}
