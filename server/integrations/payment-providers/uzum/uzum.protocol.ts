import type { BookedTransaction, PaymentBook, ProviderCall, ProviderReply, ProviderWatch } from '../port.ts';
import { isBasic } from '../caller-authentication.ts';
import { isPastInstant, isTransactionNumber } from '../provider-values.ts';

/** Answers that mean "no", by the provider's numbers. */
const CODES = {
  noAccess: '10001',
  unreadable: '10002',
  unknownCall: '10003',
  missing: '10005',
  wrongService: '10006',
  noAccount: '10007',
  paid: '10008',
  cancelled: '10009',
  other: '99999',
} as const;

class UzumRefusal extends Error {
  readonly errorCode: string;
  constructor(why: keyof typeof CODES) {
    super(why);
    this.name = 'UzumRefusal';
    this.errorCode = CODES[why];
  }
}

export interface UzumDeps {
  book: PaymentBook;
  serviceId: string;
  login: string;
  password: string;
  /** The password before, until the provider uses the new one. */
  previousPassword?: string | null | undefined;
  /** HTTP status of a "no": the provider declares both. */
  failureStatus: 200 | 400;
  watch: ProviderWatch;
  now: () => number;
}

type Request = Record<string, unknown>;

const STATUSES = { created: 'CREATED', performed: 'CONFIRMED', cancelled: 'REVERSED' } as const;

const dataOf = (account: string | number) => ({ account: { value: String(account) } });

function textOf(value: unknown): string {
  if (!isTransactionNumber(value)) throw new UzumRefusal('missing');
  return value;
}

function accountOf({ params }: Request): string {
  const account = (params as Request | null | undefined)?.account;
  if (typeof account !== 'string' && typeof account !== 'number') throw new UzumRefusal('missing');
  return String(account);
}

/** The five calls, each answering what follows `serviceId`. */
function callsOf({ book, now }: UzumDeps): Record<string, (request: Request) => Promise<object>> {
  const known = async (request: Request): Promise<BookedTransaction> => {
    const found = await book.find('uzum', textOf(request.transId));
    if (!found) throw new UzumRefusal('cancelled');
    return found;
  };
  const whole = (one: BookedTransaction) => ({ data: dataOf(one.paymentId), amount: one.amountTiyin });

  return {
    async check(request) {
      const account = accountOf(request);
      switch (await book.check({ provider: 'uzum', account, amountTiyin: null })) {
        case 'unknown-payment':
        case 'no-person':
          throw new UzumRefusal('noAccount');
        case 'paid':
          throw new UzumRefusal('paid');
        case 'over':
          throw new UzumRefusal('cancelled');
        case 'being-paid':
        case 'wrong-amount':
          throw new UzumRefusal('other');
        case 'payable':
          return { timestamp: now(), status: 'OK', data: dataOf(account) };
      }
    },

    async create(request) {
      const transId = textOf(request.transId);
      const { amount, timestamp } = request;
      if (amount === undefined) throw new UzumRefusal('missing');
      const begun = await book.begin({
        provider: 'uzum',
        providerId: transId,
        account: accountOf(request),
        amountTiyin: Number.isSafeInteger(amount) ? (amount as number) : 0,
        providerTimeMs: isPastInstant(timestamp, now()) ? timestamp : null,
      });
      switch (begun.outcome) {
        case 'unknown-payment':
        case 'no-person':
          throw new UzumRefusal('noAccount');
        case 'paid':
          throw new UzumRefusal('paid');
        case 'over':
          throw new UzumRefusal('cancelled');
        case 'wrong-amount':
        case 'being-paid':
        case 'other':
          throw new UzumRefusal('other');
        case 'begun':
      }
      const { transaction: one } = begun;
      if (one.state !== 'created') throw new UzumRefusal(one.state === 'performed' ? 'paid' : 'cancelled');
      return { transId, status: 'CREATED', transTime: one.createdMs, ...whole(one) };
    },

    async confirm(request) {
      const transId = textOf(request.transId);
      const done = await book.perform('uzum', transId);
      if (done.outcome !== 'performed') throw new UzumRefusal('cancelled');
      const { transaction: one } = done;
      const times = { confirmTime: one.performedMs, transTime: one.createdMs };
      return { transId, status: 'CONFIRMED', ...times, ...whole(one) };
    },

    async reverse(request) {
      const transId = textOf(request.transId);
      const wasPaid = (await known(request)).performedMs !== null;
      const done = await book.cancel('uzum', transId, {
        reason: null,
        cause: wasPaid ? 'returned' : 'given-up',
        takeBack: true,
      });
      if (done.outcome === 'unknown') throw new UzumRefusal('cancelled');
      if (done.outcome !== 'cancelled') throw new UzumRefusal('other');
      const { transaction: one } = done;
      return { transId, status: 'REVERSED', reverseTime: one.cancelledMs, ...whole(one) };
    },

    async status(request) {
      const one = await known(request);
      return {
        transId: one.providerId,
        status: STATUSES[one.state],
        transTime: one.createdMs,
        confirmTime: one.performedMs,
        reverseTime: one.cancelledMs,
        ...whole(one),
      };
    },
  };
}

function parse(body: string | null): Request {
  try {
    const value: unknown = JSON.parse(body ?? '');
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Request;
  } catch {
    // Not retried: an unreadable body is refused below.
  }
  throw new UzumRefusal('unreadable');
}

/** Uzum Bank Merchant API: check, create, confirm, reverse, status. */
export function createUzumProtocol(
  deps: UzumDeps,
): (call: ProviderCall, name: string) => Promise<ProviderReply> {
  const { login, password, previousPassword, serviceId, watch, now } = deps;
  const calls = new Map(Object.entries(callsOf(deps)));

  return async (call, name) => {
    // Echoed with the type it was sent in.
    let asked: unknown = Number(serviceId);
    const label = calls.has(name) ? name : 'other';
    try {
      if (!isBasic(call.authorization, login, password, previousPassword)) {
        watch.forged('uzum', 'password');
        throw new UzumRefusal('noAccess');
      }
      const run = calls.get(name);
      if (!run || call.method !== 'POST') throw new UzumRefusal('unknownCall');
      const request = parse(call.body);
      if (request.serviceId === undefined) throw new UzumRefusal('missing');
      if (String(request.serviceId) !== serviceId) throw new UzumRefusal('wrongService');
      asked = request.serviceId;
      const answer = await run(request);
      watch.answered('uzum', label, 'ok');
      return { status: 200, body: JSON.stringify({ serviceId: asked, ...answer }) };
    } catch (error) {
      // Not retried here: the provider repeats calls answered with 99999.
      if (!(error instanceof UzumRefusal)) watch.failed('uzum', error);
      const { errorCode } = error instanceof UzumRefusal ? error : new UzumRefusal('other');
      watch.answered('uzum', label, errorCode);
      const body = JSON.stringify({ serviceId: asked, timestamp: now(), status: 'FAILED', errorCode });
      return { status: deps.failureStatus, body };
    }
  };
}
