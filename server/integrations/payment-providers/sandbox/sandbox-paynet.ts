import { randomInt } from 'node:crypto';
import { paynetTime } from '../paynet/paynet.times.ts';
import type { SandboxRepository } from './sandbox.repository.ts';
import { basic, postToShop, type SandboxOutcome, type SandboxSide } from './sandbox-side.ts';

interface RpcAnswer {
  result?: { transactionState?: number };
  error?: { code: number; message?: string };
}

const PERFORMED = 1;
const EXISTS = 201;

/** Paynet's side: asks about the payment, debits the pretend card, performs, and asks what became of a repeat. */
export function createPretendPaynet(deps: {
  payments: SandboxRepository;
  /** The shop's endpoint. */
  endpoint: () => string;
  serviceId: string;
  login: string;
  password: string;
  accountField: string;
}): SandboxSide {
  const { payments, endpoint, serviceId, login, password, accountField } = deps;
  let calls = 0;

  async function rpc(method: string, params: object): Promise<RpcAnswer> {
    const headers = { 'content-type': 'application/json', authorization: basic(login, password) };
    const request = { jsonrpc: '2.0', method, id: (calls += 1) };
    const body = JSON.stringify({ ...request, params: { serviceId: Number(serviceId), ...params } });
    const { text } = await postToShop(endpoint(), headers, body);
    return JSON.parse(text) as RpcAnswer;
  }
  const refused = ({ error }: RpcAnswer): SandboxOutcome => ({
    outcome: 'refused',
    reply: `${error?.code ?? ''} ${error?.message ?? ''}`.trim(),
  });

  return {
    async pay({ account, amountTiyin }, card) {
      const fields = { [accountField]: account };
      const known = await rpc('GetInformation', { fields });
      if (known.error) return refused(known);
      const transactionId = Date.now() * 1_000 + randomInt(0, 1_000);
      const providerId = String(transactionId);
      await payments.begin({ provider: 'paynet', providerId, account, amountTiyin });
      if (card === 'declined') {
        // The shop hears of money that was taken, and of nothing else.
        await payments.mark('paynet', providerId, 'cancelled');
        return { outcome: 'declined' };
      }
      await payments.mark('paynet', providerId, 'paid');
      const order = { transactionId, amount: amountTiyin, time: paynetTime(Date.now()), fields };
      const done = await rpc('PerformTransaction', order);
      if (!done.error || done.error.code === EXISTS) return { outcome: 'paid' };
      await payments.mark('paynet', providerId, 'cancelled');
      return refused(done);
    },

    async refund(providerId) {
      const done = await rpc('CancelTransaction', { transactionId: Number(providerId) });
      if (done.error) return refused(done);
      await payments.mark('paynet', providerId, 'returned');
      return { outcome: 'paid' };
    },

    async repeat(providerId) {
      const known = await payments.find('paynet', providerId);
      if (!known) return { outcome: 'refused', reply: 'unknown' };
      const transactionId = Number(providerId);
      const fields = { [accountField]: known.account };
      const done = await rpc('PerformTransaction', { transactionId, amount: known.amountTiyin, fields });
      if (!done.error) return { outcome: 'paid' };
      if (done.error.code !== EXISTS) return refused(done);
      const checked = await rpc('CheckTransaction', { transactionId });
      return checked.result?.transactionState === PERFORMED ? { outcome: 'paid' } : refused(done);
    },
  };
}
