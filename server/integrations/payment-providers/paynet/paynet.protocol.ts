import { DAY_MS } from '#shared/time/tashkent.ts';
import { isBasic } from '../caller-authentication.ts';
import type { BookedTransaction, PaymentBook, ProviderCall, ProviderReply, ProviderWatch } from '../port.ts';
import { isTransactionNumber } from '../provider-values.ts';
import { PAYNET_ERRORS, PaynetRefusal } from './paynet.errors.ts';
import { parsePaynetTime, paynetTime } from './paynet.times.ts';

/** A payment begun here and not finished (we were killed in between) is given up after this. */
export const PAYNET_LIFE_MS = 3 * DAY_MS;
const STATES = { performed: 1, cancelled: 2, unknown: 3 } as const;

export interface PaynetDeps {
  book: PaymentBook;
  serviceId: string;
  login: string;
  password: string;
  /** The password before, until the provider uses the new one. */
  previousPassword?: string | null | undefined;
  /** Field of `fields` that carries the number of the payment. */
  accountField: string;
  watch: ProviderWatch;
  now: () => number;
}

type Params = Record<string, unknown>;

/** A number or a text: whole numbers beyond the exact range would be confused with one another. */
function transactionIdOf({ transactionId: value }: Params): string {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
  if (isTransactionNumber(value)) return value;
  throw new PaynetRefusal('missing');
}

/** As it was sent: the number where it was one. */
const writtenId = (id: string): string | number =>
  /^(?:0|[1-9]\d{0,14})$/.test(id) && Number.isSafeInteger(Number(id)) ? Number(id) : id;

/** The methods, each answering its `result`. */
function methodsOf(deps: PaynetDeps): Record<string, (params: Params) => Promise<unknown>> {
  const { book, accountField, now } = deps;
  const accountOf = ({ fields }: Params): string => {
    const value = (fields as Params | null | undefined)?.[accountField];
    if (typeof value !== 'string' && typeof value !== 'number') throw new PaynetRefusal('missing');
    return String(value);
  };
  const moment = (params: Params, field: string): number => {
    if (params[field] === undefined) throw new PaynetRefusal('missing');
    const atMs = parsePaynetTime(params[field]);
    if (atMs === null) throw new PaynetRefusal('wrongDate');
    return atMs;
  };
  const performedOf = (one: BookedTransaction) => ({
    providerTrnId: one.id,
    timestamp: paynetTime(one.performedMs ?? one.createdMs),
  });
  const cancelledOf = (one: BookedTransaction) => ({
    providerTrnId: one.id,
    timestamp: paynetTime(one.cancelledMs ?? one.createdMs),
    transactionState: STATES.cancelled,
  });

  return {
    async GetInformation(params) {
      const account = accountOf(params);
      const verdict = await book.check({ provider: 'paynet', account, amountTiyin: null });
      if (verdict !== 'payable') throw new PaynetRefusal('noClient');
      return { status: '0', timestamp: paynetTime(now()), fields: { [accountField]: account } };
    },

    /** The payer's money is taken already: begins and performs in one call. */
    async PerformTransaction(params) {
      const providerId = transactionIdOf(params);
      const account = accountOf(params);
      const { amount } = params;
      if (amount === undefined) throw new PaynetRefusal('missing');
      const begun = await book.begin({
        provider: 'paynet',
        providerId,
        account,
        amountTiyin: Number.isSafeInteger(amount) ? (amount as number) : 0,
        // The statement goes by our clock, which is what we answer.
        providerTimeMs: now(),
      });
      switch (begun.outcome) {
        case 'wrong-amount':
          throw new PaynetRefusal('wrongAmount');
        case 'unknown-payment':
        case 'no-person':
        case 'paid':
        case 'being-paid':
        case 'over':
          throw new PaynetRefusal('noClient');
        case 'other':
          throw new PaynetRefusal('exists');
        case 'begun':
      }
      if (begun.transaction.state === 'performed') throw new PaynetRefusal('exists');
      // Begun by a call that was cut off: this is its repeat.
      const done = await book.perform('paynet', providerId);
      if (done.outcome !== 'performed') throw new PaynetRefusal('cancelled');
      if (done.repeated) throw new PaynetRefusal('exists');
      return { ...performedOf(done.transaction), fields: { [accountField]: account } };
    },

    async CheckTransaction(params) {
      const providerId = transactionIdOf(params);
      // One that was cut off in the middle is finished before anything is said of it: the money was taken, and an answer
      // must not be overtaken by the call that is still under way.
      const found = await book.perform('paynet', providerId);
      if (found.outcome === 'unknown')
        return { providerTrnId: 0, timestamp: paynetTime(now()), transactionState: STATES.unknown };
      if (found.outcome === 'cancelled') return cancelledOf(found.transaction);
      return { ...performedOf(found.transaction), transactionState: STATES.performed };
    },

    async CancelTransaction(params) {
      const providerId = transactionIdOf(params);
      const ask = { reason: null, cause: 'returned', takeBack: true } as const;
      const done = await book.cancel('paynet', providerId, ask);
      if (done.outcome === 'unknown') throw new PaynetRefusal('noTransaction');
      if (done.outcome !== 'cancelled') throw new PaynetRefusal('spent');
      return cancelledOf(done.transaction);
    },

    async GetStatement(params) {
      const [fromMs, toMs] = [moment(params, 'dateFrom'), moment(params, 'dateTo') + 999];
      const begun = await book.statement('paynet', fromMs - PAYNET_LIFE_MS, toMs);
      const statements = begun
        .filter(({ state }) => state === 'performed')
        .map((one) => ({ one, atMs: one.performedMs ?? one.createdMs }))
        .filter(({ atMs }) => atMs >= fromMs && atMs <= toMs)
        .toSorted((a, b) => a.atMs - b.atMs)
        .map(({ one }) => ({
          amount: one.amountTiyin,
          ...performedOf(one),
          transactionId: writtenId(one.providerId),
        }));
      return { statements };
    },

    /**
     * Refused as a method that is not served: the password is a secret of the operator's settings, and one that a caller
     * replaced would differ from process to process and be lost at the next start.
     */
    ChangePassword: () => Promise.reject(new PaynetRefusal('unknownMethod')),
  };
}

function parse(body: string | null): Params {
  let value: unknown;
  try {
    value = JSON.parse(body ?? '');
  } catch {
    // Not retried: an unreadable body is refused.
    throw new PaynetRefusal('unreadable');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new PaynetRefusal('malformed');
  return value as Params;
}

const isId = (id: unknown): id is string | number => typeof id === 'string' || typeof id === 'number';

/**
 * Paynet's universal web service: JSON-RPC 2.0. HTTP 401 for a caller that is not Paynet, 200 for every other answer. The
 * caller is authenticated before the body is read.
 */
export function createPaynetProtocol(deps: PaynetDeps): (call: ProviderCall) => Promise<ProviderReply> {
  const { login, password, previousPassword, serviceId, watch } = deps;
  const methods = new Map(Object.entries(methodsOf(deps)));

  return async (call) => {
    let id: string | number | null = null;
    let label = 'other';
    const refuse = (status: number, error: keyof typeof PAYNET_ERRORS): ProviderReply => {
      const [code, message] = PAYNET_ERRORS[error];
      watch.answered('paynet', label, String(code));
      return { status, body: JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } }) };
    };
    if (!isBasic(call.authorization, login, password, previousPassword)) {
      watch.forged('paynet', 'password');
      return refuse(401, 'wrongLogin');
    }
    try {
      const request = parse(call.body);
      const { method, params } = request;
      if (isId(request.id)) id = request.id;
      if (typeof method === 'string' && methods.has(method)) label = method;
      const isWhole = call.method === 'POST' && request.jsonrpc === '2.0' && id !== null;
      if (!isWhole || typeof method !== 'string' || typeof params !== 'object' || params === null)
        throw new PaynetRefusal('malformed');
      const run = methods.get(method);
      if (!run) throw new PaynetRefusal('unknownMethod');
      const { serviceId: asked } = params as Params;
      if (label !== 'ChangePassword') {
        if (asked === undefined || asked === null) throw new PaynetRefusal('missing');
        if (String(asked) !== serviceId) throw new PaynetRefusal('noService');
      }
      const result = await run(params as Params);
      watch.answered('paynet', label, 'ok');
      return { status: 200, body: JSON.stringify({ jsonrpc: '2.0', id, result }) };
    } catch (error) {
      // Not retried here: the provider asks with CheckTransaction what became of a call answered with 102.
      if (!(error instanceof PaynetRefusal)) watch.failed('paynet', error);
      return refuse(200, error instanceof PaynetRefusal ? error.error : 'internal');
    }
  };
}
