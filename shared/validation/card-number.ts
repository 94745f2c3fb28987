export type CardProblem = 'length' | 'kind' | 'digits';

/** First digits of the cards that money can be paid out to. */
const KINDS = { '8600': 'uzcard', '5614': 'uzcard', '6262': 'uzcard', '9860': 'humo' } as const;
export type CardType = (typeof KINDS)[keyof typeof KINDS];

/** Names of payment systems are the same in every language. */
export const CARD_NAMES: Record<CardType, string> = { uzcard: 'Uzcard', humo: 'Humo' };

/** Payment system of a card by its first digits; null: none of this country's. */
export const cardTypeOf = (digits: string): CardType | null =>
  KINDS[digits.slice(0, 4) as keyof typeof KINDS] ?? null;

/** What is wrong with a card's number, spaces gone: 16 digits, of a known kind, with the right check digit (Luhn). */
export function problemOfCard(digits: string): CardProblem | null {
  if (!/^\d{16}$/.test(digits)) return 'length';
  if (!cardTypeOf(digits)) return 'kind';
  let sum = 0;
  for (let at = 0; at < digits.length; at += 1) {
    const digit = Number(digits[at]);
    const doubled = at % 2 === 0 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0 ? null : 'digits';
}

/** `8600 49** **** 6478`: the only form in which a number is stored. */
export const maskCard = (digits: string): string =>
  `${digits.slice(0, 4)} ${digits.slice(4, 6)}** **** ${digits.slice(-4)}`;

/** What is wrong with `MMYY` printed on a card, or null. It is good to the end of its month. */
export function problemOfExpiry(text: string, nowMs: number): 'format' | 'past' | null {
  if (!/^(0[1-9]|1[0-2])\d{2}$/.test(text)) return 'format';
  const month = Number(text.slice(0, 2));
  return Date.UTC(2000 + Number(text.slice(2)), month) > nowMs ? null : 'past';
}
