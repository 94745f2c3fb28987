import { problemOfBankAccount, problemOfMfo } from '../validation/bank-requisites.ts';
import { ORDER_LIMITS, type OrderFields, type OrderRequisites } from './order-fields.ts';
import type { Judged, OrderContext } from './problem-context.ts';
import { problemOfLine } from './text-rules.ts';

const field = 'requisites';

/** Where the money goes. */
export function* judgeRequisites(
  { requisites }: Pick<OrderFields, 'requisites'>,
  context: OrderContext,
): Judged {
  if (!requisites) yield { field, problem: 'bank-info-not-found' };
  else if (requisites.kind === 'account') yield* judgeAccount(requisites, context);
  else if (context.cardFound === false) yield { field, part: 'cardId', problem: 'bank-info-not-found' };
}

function* judgeAccount(
  { bankName, account, mfo, holderName }: Extract<OrderRequisites, { kind: 'account' }>,
  { person, mfoKnown }: OrderContext,
): Judged {
  yield* judgeLine('bankName', bankName, ORDER_LIMITS.bankName);
  const wrong = problemOfBankAccount(account);
  if (wrong)
    yield {
      field,
      part: 'account',
      problem: wrong === 'currency' ? 'bank-account-currency' : 'bank-account',
    };
  if (problemOfMfo(mfo)) yield { field, part: 'mfo', problem: 'mfo' };
  else if (mfoKnown === false) yield { field, part: 'mfo', problem: 'mfo-unknown' };
  yield* judgeLine('holderName', holderName, ORDER_LIMITS.holderName);
  if (person && holderName.trim() !== '' && !isSameName(holderName, person.name))
    yield { field, part: 'holderName', problem: 'not-own-name' };
}

function* judgeLine(part: string, text: string, max: number): Judged {
  const problem = text.trim() === '' ? 'required' : problemOfLine(text, max);
  if (problem) yield { field, part, problem, ...(problem === 'too-long' && { details: { max } }) };
}

/** Letters and digits alone, in one case: quotes, apostrophes and spaces are written in many ways. */
const letters = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
const isSameName = (one: string, other: string): boolean => letters(one) === letters(other);
