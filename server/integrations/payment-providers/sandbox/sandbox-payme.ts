import { randomBytes } from 'node:crypto';
import type { SandboxRepository } from './sandbox.repository.ts';
import { basic, postToShop, type SandboxOutcome, type SandboxSide } from './sandbox-side.ts';

interface RpcAnswer {
  result?: Record<string, unknown>;
  error?: { code: number; message?: { en?: string } };
}

/** Payme's side: checks, creates, debits the pretend card, performs. */
export function createPretendPayme(deps: {
  payments: SandboxRepository;
  /** The shop's endpoint. */
  endpoint: () => string;
  key: string;
  accountField: string;
}): SandboxSide {
  const { payments, endpoint, key, accountField } = deps;
  let calls = 0;

  async function rpc(method: string, params: object): Promise<RpcAnswer> {
    const headers = {
      'content-type': 'text/json; charset=UTF-8',
      authorization: basic('Paycom', key),
    };
    const { text } = await postToShop(
      endpoint(),
      headers,
      JSON.stringify({ method, params, id: (calls += 1) }),
    );
    return JSON.parse(text) as RpcAnswer;
  }
  const refused = ({ error }: RpcAnswer): SandboxOutcome => ({
    outcome: 'refused',
    reply: `${error?.code ?? ''} ${error?.message?.en ?? ''}`.trim(),
  });

  async function perform(id: string): Promise<SandboxOutcome> {
    const done = await rpc('PerformTransaction', { id });
    if (!done.error) return { outcome: 'paid' };
    await payments.mark('payme', id, 'cancelled');
    return refused(done);
  }

  return {
    async pay({ account, amountTiyin }, card) {
      const ask = { amount: amountTiyin, account: { [accountField]: account } };
      const checked = await rpc('CheckPerformTransaction', ask);
      if (checked.error) return refused(checked);
      const id = randomBytes(12).toString('hex');
      const created = await rpc('CreateTransaction', { id, time: Date.now(), ...ask });
      if (created.error) return refused(created);
      await payments.begin({ provider: 'payme', providerId: id, account, amountTiyin });
      if (card === 'declined') {
        await payments.mark('payme', id, 'cancelled');
        // 2: the processing centre could not debit the card.
        await rpc('CancelTransaction', { id, reason: 2 });
        return { outcome: 'declined' };
      }
      // The card is debited before the shop is notified.
      await payments.mark('payme', id, 'paid');
      return perform(id);
    },

    async refund(id) {
      const done = await rpc('CancelTransaction', { id, reason: 5 });
      if (done.error) return refused(done);
      await payments.mark('payme', id, 'returned');
      return { outcome: 'paid' };
    },

    async repeat(id) {
      const done = await rpc('PerformTransaction', { id });
      return done.error ? refused(done) : { outcome: 'paid' };
    },
  };
}
