import { tashkentDay } from '#shared/time/tashkent.ts';
import type { BookedTransaction, PaymentBook, ProviderCall, ProviderReply, ProviderWatch } from '../port.ts';
import { sumTextToTiyin } from '../sum-text.ts';
import type { ClickMerchantApi } from './click.merchant-api.ts';
import { isSigned, type ClickFields } from './click.sign.ts';

const NOTES = {
  0: 'Success',
  [-1]: 'SIGN CHECK FAILED!',
  [-2]: 'Incorrect parameter amount',
  [-3]: 'Action not found',
  [-4]: 'Already paid',
  [-5]: 'User does not exist',
  [-6]: 'Transaction does not exist',
  [-7]: 'Failed to update user',
  [-8]: 'Error in request from click',
  [-9]: 'Transaction cancelled',
} as const;
type Code = keyof typeof NOTES;

const NEEDED = [
  'click_trans_id',
  'service_id',
  'click_paydoc_id',
  'merchant_trans_id',
  'amount',
  'action',
  'error',
  'sign_time',
  'sign_string',
] as const;

const DIGITS = /^\d{1,19}$/;
const SIGN_TIME = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;

/** Of the language, and not yet in its library of types. */
const { rawJSON } = JSON as unknown as { rawJSON(text: string): object };

export type ClickAction = 'prepare' | 'complete';

export interface ClickDeps {
  book: PaymentBook;
  serviceId: string;
  secretKey: string;
  /** The key before, until the provider signs with the new one. */
  previousSecretKey?: string | null | undefined;
  api: ClickMerchantApi;
  watch: ProviderWatch;
}

interface Verdict {
  code: Code;
  /** Our number of the transaction. */
  number: number | null;
}

const no = (code: Exclude<Code, 0>): Verdict => ({ code, number: null });

/** The decoded fields; null for a body that is not a form or repeats a field. */
function fieldsOf({ body, contentType }: ProviderCall): ClickFields | null {
  if (body === null || !/^application\/x-www-form-urlencoded\b/i.test(contentType ?? '')) return null;
  const fields: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const [name, value] of new URLSearchParams(body)) {
    if (name in fields || value.length > 255) return null;
    fields[name] = value;
  }
  return fields;
}

/** Click SHOP API: prepare and complete. The order of the checks is the provider's own. */
export function createClickProtocol(
  deps: ClickDeps,
): (call: ProviderCall, action: ClickAction) => Promise<ProviderReply> {
  const { book, serviceId, secretKey, previousSecretKey, api, watch } = deps;

  /** The checks common to all calls; null when they pass. */
  function refused(fields: ClickFields, action: ClickAction): Code | null {
    const needed = action === 'complete' ? [...NEEDED, 'merchant_prepare_id'] : NEEDED;
    if (needed.some((name) => !fields[name])) return -8;
    if (!isSigned(fields, secretKey, previousSecretKey)) {
      watch.forged('click', 'signature');
      return -1;
    }
    if (fields.service_id !== serviceId) return -8;
    if (fields.action !== (action === 'prepare' ? '0' : '1')) return -3;
    const { click_trans_id: id = '', error = '', sign_time: time = '' } = fields;
    if (!DIGITS.test(id) || !/^-?\d{1,9}$/.test(error) || !SIGN_TIME.test(time)) return -8;
    return null;
  }

  const theirs = (fields: ClickFields, state: string) => ({
    amountTiyin: sumTextToTiyin(fields.amount ?? '') ?? 0,
    state,
  });
  const ours = ({ amountTiyin, state }: BookedTransaction) => ({ amountTiyin, state });

  async function prepare(fields: ClickFields): Promise<Verdict> {
    const providerId = fields.click_trans_id!;
    if (Number(fields.error) < 0) return no(-9);
    const account = fields.merchant_trans_id!;
    const amountTiyin = sumTextToTiyin(fields.amount!) ?? 0;
    const begun = await book.begin({
      provider: 'click',
      providerId,
      account,
      amountTiyin,
      providerTimeMs: null,
    });
    switch (begun.outcome) {
      case 'unknown-payment':
      case 'no-person':
        return no(-5);
      case 'paid':
        return no(-4);
      case 'wrong-amount':
        return no(-2);
      case 'being-paid':
      case 'over':
        return no(-9);
      case 'other':
        await book.report({
          provider: 'click',
          kind: 'wrong-account',
          providerId,
          paymentId: begun.transaction.paymentId,
          ours: ours(begun.transaction),
          theirs: theirs(fields, 'prepared'),
        });
        return no(-8);
      case 'begun':
    }
    const { transaction } = begun;
    if (transaction.state === 'performed') return no(-4);
    return transaction.state === 'cancelled' ? no(-9) : { code: 0, number: transaction.id };
  }

  /** Whether the card was debited by Click's own status; around midnight the payment may have yesterday's date. */
  async function isDebited(fields: ClickFields): Promise<boolean> {
    const day = fields.sign_time!.slice(0, 10);
    const account = fields.merchant_trans_id!;
    let found = await api.statusOf(account, day);
    if (found.status === 'none') {
      const before = tashkentDay(Date.parse(`${day}T00:00:00+05:00`) - 1);
      found = await api.statusOf(account, before);
    }
    return found.status === 'paid' || found.status === 'under-way';
  }

  async function complete(fields: ClickFields): Promise<Verdict> {
    const providerId = fields.click_trans_id!;
    const account = fields.merchant_trans_id!;
    const exists = await book.check({ provider: 'click', account, amountTiyin: null });
    if (exists === 'unknown-payment') return no(-5);
    const prepareId = fields.merchant_prepare_id!;
    const found =
      DIGITS.test(prepareId) && Number.isSafeInteger(Number(prepareId))
        ? await book.findOurs('click', Number(prepareId))
        : null;
    if (!found || found.providerId !== providerId) return no(-6);
    const report = (
      kind: 'wrong-account' | 'wrong-amount' | 'cancelled-after-paid' | 'not-confirmed',
      state: string,
    ) =>
      book.report({
        provider: 'click',
        kind,
        providerId,
        paymentId: found.paymentId,
        ours: ours(found),
        theirs: theirs(fields, state),
      });
    if (String(found.paymentId) !== account) {
      await report('wrong-account', 'completed');
      return no(-6);
    }
    if (Number(fields.error) < 0) {
      // Before "already paid", in the provider's order of checks. A credited payment is never reversed silently.
      const ended = await book.cancel('click', providerId, {
        reason: Number(fields.error),
        cause: 'declined',
        takeBack: false,
      });
      if (ended.outcome === 'performed') await report('cancelled-after-paid', 'cancelled');
      return no(-9);
    }
    if (found.state === 'performed') return no(-4);
    if (sumTextToTiyin(fields.amount!) !== found.amountTiyin) {
      await report('wrong-amount', 'completed');
      return no(-2);
    }
    if (found.state === 'cancelled') return no(-9);
    // The signature does not cover `error`: only the provider's own status proves that the card was debited.
    let debited: boolean;
    try {
      debited = await isDebited(fields);
    } catch (error) {
      // The provider repeats the call, or reconciliation settles it; nothing has changed here.
      watch.failed('click', error);
      return no(-7);
    }
    if (!debited) {
      await report('not-confirmed', 'completed');
      return no(-8);
    }
    const done = await book.perform('click', providerId);
    if (done.outcome === 'performed')
      return done.repeated ? no(-4) : { code: 0, number: done.transaction.id };
    return no(-9);
  }

  /** The provider's numbers are echoed digit by digit: they may exceed what a double represents. */
  const rawDigits = (text: string | undefined) =>
    text !== undefined && /^(?:0|[1-9]\d{0,18})$/.test(text) ? rawJSON(text) : null;

  return async (call, action) => {
    let verdict: Verdict;
    const fields = call.method === 'POST' ? fieldsOf(call) : null;
    try {
      const early = fields === null ? -8 : refused(fields, action);
      if (early !== null || fields === null) verdict = { code: early ?? -8, number: null };
      else verdict = await (action === 'prepare' ? prepare(fields) : complete(fields));
    } catch (error) {
      // Nothing was written; the provider repeats the call.
      watch.failed('click', error);
      verdict = no(-7);
    }
    watch.answered('click', action, String(verdict.code));
    const body = JSON.stringify({
      click_trans_id: rawDigits(fields?.click_trans_id),
      merchant_trans_id: fields?.merchant_trans_id ?? null,
      [action === 'prepare' ? 'merchant_prepare_id' : 'merchant_confirm_id']: verdict.number,
      error: verdict.code,
      error_note: NOTES[verdict.code],
    });
    return { status: 200, body };
  };
}
