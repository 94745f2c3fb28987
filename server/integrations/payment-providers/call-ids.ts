import type { BookedTransaction, CallIds, PaymentBook } from './port.ts';

const NUMBER = /^[1-9]\d{0,14}$/;

/** What a provider's call is about is known only once it is read: every call of the book notes it in `ids`. */
export function noteIds(book: PaymentBook, ids: CallIds): PaymentBook {
  const note = (account: string | null, providerId: string | null): void => {
    if (account !== null && NUMBER.test(account)) ids.paymentId = Number(account);
    if (providerId !== null) ids.providerId = providerId;
  };
  const noteBooked = <Found extends BookedTransaction | null>(found: Found): Found => {
    if (found) note(String(found.paymentId), found.providerId);
    return found;
  };
  const noteOutcome = <Outcome extends { outcome: string; transaction?: BookedTransaction }>(
    outcome: Outcome,
  ): Outcome => {
    if (outcome.transaction) noteBooked(outcome.transaction);
    return outcome;
  };
  return {
    check(ask) {
      note(ask.account, null);
      return book.check(ask);
    },
    async begin(ask) {
      note(ask.account, ask.providerId);
      return noteOutcome(await book.begin(ask));
    },
    async find(provider, providerId) {
      note(null, providerId);
      return noteBooked(await book.find(provider, providerId));
    },
    findOurs: async (provider, id) => noteBooked(await book.findOurs(provider, id)),
    async perform(provider, providerId) {
      note(null, providerId);
      return noteOutcome(await book.perform(provider, providerId));
    },
    async cancel(provider, providerId, ask) {
      note(null, providerId);
      return noteOutcome(await book.cancel(provider, providerId, ask));
    },
    statement: (provider, fromMs, toMs) => book.statement(provider, fromMs, toMs),
    async keepFiscal(provider, providerId, fiscal) {
      note(null, providerId);
      return book.keepFiscal(provider, providerId, fiscal);
    },
    report(mismatch) {
      note(mismatch.paymentId === null ? null : String(mismatch.paymentId), mismatch.providerId);
      return book.report(mismatch);
    },
  };
}
