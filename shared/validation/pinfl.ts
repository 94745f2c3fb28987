export type PinflProblem = 'length' | 'first-digit' | 'check-digit';

/** Weights 7 3 1 repeated, as on machine-readable passports (ICAO 9303). */
const WEIGHTS = [7, 3, 1] as const;

/** The last digit a PINFL with these first 13 digits has. */
export function pinflCheckDigit(first13: string): number {
  let sum = 0;
  for (let at = 0; at < 13; at += 1) sum += Number(first13[at]) * (WEIGHTS[at % 3] ?? 0);
  return sum % 10;
}

/**
 * What is wrong with a PINFL (14 digits), or null. The date inside is not checked: numbers of foreigners need not contain
 * a real one. `checkDigit: false` skips the check digit, for installations with such numbers.
 */
export function problemOfPinfl(text: string, options: { checkDigit?: boolean } = {}): PinflProblem | null {
  if (!/^\d{14}$/.test(text)) return 'length';
  if (!/^[1-6]/.test(text)) return 'first-digit';
  const judged = options.checkDigit ?? true;
  return judged && pinflCheckDigit(text.slice(0, 13)) !== Number(text[13]) ? 'check-digit' : null;
}

/** `3•••••••••••45`: for everyone but its owner and operators. */
export const maskPinfl = (pinfl: string): string => `${pinfl.slice(0, 1)}•••••••••••${pinfl.slice(-2)}`;
