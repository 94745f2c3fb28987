export type AccountProblem = 'length' | 'currency';
export type MfoProblem = 'length';

const CURRENCY_AT = 5;
/** Currency code in settlement accounts: balances are in UZS only. */
const UZS = '000';

/**
 * What is wrong with a settlement account (20 digits: balance account 5, currency 3, key 1, client 8, serial 3), or null.
 * Without spaces. The rule of the key is not published, so it is not checked.
 */
export function problemOfBankAccount(text: string): AccountProblem | null {
  if (!/^\d{20}$/.test(text)) return 'length';
  return text.slice(CURRENCY_AT, CURRENCY_AT + UZS.length) === UZS ? null : 'currency';
}

/** What is wrong with the code of a bank's branch (MFO, 5 digits; leading zeros count, so it is a text), or null. */
export const problemOfMfo = (text: string): MfoProblem | null => (/^\d{5}$/.test(text) ? null : 'length');

/** The code of a branch with the zeros that it begins with, which spreadsheets drop. */
export const bankCode = (text: string): string => (/^\d{3,5}$/.test(text) ? text.padStart(5, '0') : text);

/** `20208 •••• 6001`: for everyone but its owner and operators. */
export const maskBankAccount = (account: string): string =>
  `${account.slice(0, 5)} •••• ${account.slice(-4)}`;
