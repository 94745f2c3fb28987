import type { PaymentCause } from '#shared/lifecycles/payment.ts';
import type { BookedTransaction, PaymentBook, ProviderCall, ProviderReply, ProviderWatch } from '../port.ts';
import { isBasic } from '../caller-authentication.ts';
import { isPastInstant, isReason, isStorableJson, isTransactionNumber } from '../provider-values.ts';
import { PAYME_ERRORS, PaymeRefusal } from './payme.errors.ts';

/** The provider's login. */
const LOGIN = 'Paycom';
/** A transaction not performed within twelve hours of the provider's own time of it expires. */
export const PAYME_LIFE_MS = 43_200_000;
const EXPIRED_REASON = 4;

export interface PaymeDeps {
  book: PaymentBook;
  /** Key of the kassa: the password of its calls. */
  key: string;
  /** The key before, until the provider uses the new one. */
  previousKey?: string | null | undefined;
  /** Field of `account` that carries the number of the payment. */
  accountField: string;
  isAllowed: (address: string) => boolean;
  watch: ProviderWatch;
  now: () => number;
}

type Params = Record<string, unknown>;

const STATES = { created: 1, performed: 2, cancelled: -1 } as const;
const stateOf = (one: BookedTransaction): number =>
  one.state === 'cancelled' && one.performedMs !== null ? -2 : STATES[one.state];

const causeOf = (reason: number): PaymentCause =>
  reason === EXPIRED_REASON ? 'expired' : reason === 5 ? 'returned' : reason === 10 ? 'given-up' : 'declined';

function transactionOf({ id }: Params): string {
  if (!isTransactionNumber(id)) throw new PaymeRefusal('malformed');
  return id;
}

function wholeOf(params: Params, field: string): number {
  const value = params[field];
  if (!Number.isSafeInteger(value)) throw new PaymeRefusal('malformed');
  return value as number;
}

/** The methods, each answering its `result`. */
function methodsOf({
  book,
  accountField,
  now,
}: PaymeDeps): Record<string, (params: Params) => Promise<object>> {
  const accountOf = (params: Params): string => {
    const account = params.account as Params | null | undefined;
    const value = typeof account === 'object' && account !== null ? account[accountField] : undefined;
    // A number is accepted, too: people type it into a digits-only field.
    if (typeof value !== 'string' && typeof value !== 'number')
      throw new PaymeRefusal('noPayment', accountField);
    return String(value);
  };
  const amountOf = (params: Params): number => {
    const { amount } = params;
    if (!Number.isSafeInteger(amount) || (amount as number) <= 0) throw new PaymeRefusal('wrongAmount');
    return amount as number;
  };
  const timeOf = ({ time }: Params): number => {
    if (!isPastInstant(time, now())) throw new PaymeRefusal('malformed');
    return time;
  };
  const isOver = (one: BookedTransaction) => now() - (one.providerTimeMs ?? one.createdMs) > PAYME_LIFE_MS;
  const expire = (providerId: string) =>
    book.cancel('payme', providerId, { reason: EXPIRED_REASON, cause: 'expired', takeBack: false });
  const known = async (params: Params): Promise<BookedTransaction> => {
    const found = await book.find('payme', transactionOf(params));
    if (!found) throw new PaymeRefusal('noTransaction');
    return found;
  };

  return {
    async CheckPerformTransaction(params) {
      const account = accountOf(params);
      const verdict = await book.check({ provider: 'payme', account, amountTiyin: amountOf(params) });
      if (verdict === 'unknown-payment') throw new PaymeRefusal('noPayment', accountField);
      if (verdict === 'no-person') throw new PaymeRefusal('noPerson', accountField);
      if (verdict === 'wrong-amount') throw new PaymeRefusal('wrongAmount');
      if (verdict !== 'payable') throw new PaymeRefusal('notPayable', accountField);
      return { allow: true };
    },

    async CreateTransaction(params) {
      const ask = {
        provider: 'payme',
        providerId: transactionOf(params),
        providerTimeMs: timeOf(params),
        account: accountOf(params),
        amountTiyin: amountOf(params),
      } as const;
      if (!(await book.find('payme', ask.providerId)) && now() - ask.providerTimeMs > PAYME_LIFE_MS)
        throw new PaymeRefusal('impossible');
      const begun = await book.begin(ask);
      switch (begun.outcome) {
        case 'unknown-payment':
          throw new PaymeRefusal('noPayment', accountField);
        case 'no-person':
          throw new PaymeRefusal('noPerson', accountField);
        case 'wrong-amount':
          throw new PaymeRefusal('wrongAmount');
        case 'paid':
        case 'over':
          throw new PaymeRefusal('notPayable', accountField);
        case 'being-paid':
        case 'other':
          throw new PaymeRefusal('impossible');
        case 'begun':
      }
      const { transaction } = begun;
      if (transaction.state !== 'created') throw new PaymeRefusal('impossible');
      if (isOver(transaction)) {
        await expire(transaction.providerId);
        throw new PaymeRefusal('impossible');
      }
      return { create_time: transaction.createdMs, transaction: String(transaction.id), state: 1 };
    },

    async PerformTransaction(params) {
      const found = await known(params);
      if (found.state === 'created' && isOver(found)) {
        const ended = await expire(found.providerId);
        // Performed by a concurrent call, of which this one is the repeat.
        if (ended.outcome !== 'performed') throw new PaymeRefusal('impossible');
      }
      const done = await book.perform('payme', found.providerId);
      if (done.outcome !== 'performed') throw new PaymeRefusal('impossible');
      const { id, performedMs } = done.transaction;
      return { transaction: String(id), perform_time: performedMs, state: 2 };
    },

    async CancelTransaction(params) {
      const providerId = transactionOf(params);
      const { reason } = params;
      if (!isReason(reason)) throw new PaymeRefusal('malformed');
      const done = await book.cancel('payme', providerId, { reason, cause: causeOf(reason), takeBack: true });
      if (done.outcome === 'unknown') throw new PaymeRefusal('noTransaction');
      if (done.outcome !== 'cancelled') throw new PaymeRefusal('cannotCancel');
      const { transaction } = done;
      return {
        transaction: String(transaction.id),
        cancel_time: transaction.cancelledMs,
        state: stateOf(transaction),
      };
    },

    async CheckTransaction(params) {
      const one = await known(params);
      return {
        create_time: one.createdMs,
        perform_time: one.performedMs ?? 0,
        cancel_time: one.cancelledMs ?? 0,
        transaction: String(one.id),
        state: stateOf(one),
        reason: one.reason,
      };
    },

    async GetStatement(params) {
      const rows = await book.statement('payme', wholeOf(params, 'from'), wholeOf(params, 'to'));
      return {
        transactions: rows.map((one) => ({
          id: one.providerId,
          time: one.providerTimeMs,
          amount: one.amountTiyin,
          account: { [accountField]: String(one.paymentId) },
          create_time: one.createdMs,
          perform_time: one.performedMs ?? 0,
          cancel_time: one.cancelledMs ?? 0,
          transaction: String(one.id),
          state: stateOf(one),
          reason: one.reason,
          receivers: null,
        })),
      };
    },

    async SetFiscalData(params) {
      const { type, fiscal_data: data } = params;
      if (type !== 'PERFORM' && type !== 'CANCEL') throw new PaymeRefusal('malformed');
      if (typeof data !== 'object' || data === null || !isStorableJson(data))
        throw new PaymeRefusal('malformed');
      const stored = await book.keepFiscal('payme', transactionOf(params), { [type]: data });
      if (!stored) throw new PaymeRefusal('noReceipt');
      return { success: true };
    },
  };
}

function parse(body: string | null): Params | null {
  if (body === null) return null;
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Params) : null;
  } catch {
    return null;
  }
}

const idOf = (request: Params | null): string | number | null => {
  const id = request?.id;
  return typeof id === 'string' || typeof id === 'number' ? id : null;
};

/** Payme Merchant API: JSON-RPC, always HTTP 200. The caller is authenticated before any parameter is read. */
export function createPaymeProtocol(deps: PaymeDeps): (call: ProviderCall) => Promise<ProviderReply> {
  const { key, previousKey, isAllowed, watch } = deps;
  const methods = new Map(Object.entries(methodsOf(deps)));

  async function answer(call: ProviderCall, request: Params | null): Promise<object> {
    if (call.method !== 'POST') throw new PaymeRefusal('notPost');
    const allowed = isAllowed(call.address);
    if (!isBasic(call.authorization, LOGIN, key, previousKey) || !allowed) {
      watch.forged('payme', allowed ? 'password' : 'address');
      throw new PaymeRefusal('noRights');
    }
    if (request === null) throw new PaymeRefusal('unreadable');
    const { method, params } = request;
    if (typeof method !== 'string' || typeof params !== 'object' || params === null)
      throw new PaymeRefusal('malformed');
    const run = methods.get(method);
    if (!run) throw new PaymeRefusal('unknownMethod', method.slice(0, 100));
    return run(params as Params);
  }

  return async (call) => {
    const request = parse(call.body);
    const method =
      typeof request?.method === 'string' && methods.has(request.method) ? request.method : 'other';
    const id = idOf(request);
    try {
      const result = await answer(call, request);
      watch.answered('payme', method, 'ok');
      return { status: 200, body: JSON.stringify({ result, id }) };
    } catch (error) {
      // Not retried here: the provider repeats calls answered with an internal error.
      if (!(error instanceof PaymeRefusal)) watch.failed('payme', error);
      const { error: name, data } = error instanceof PaymeRefusal ? error : new PaymeRefusal('internal');
      const [code, message] = PAYME_ERRORS[name];
      watch.answered('payme', method, String(code));
      const body = data === null ? { code, message } : { code, message, data };
      return { status: 200, body: JSON.stringify({ error: body, id }) };
    }
  };
}
