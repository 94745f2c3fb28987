export type StirProblem = 'length' | 'not-legal' | 'first-digit';

/**
 * What is wrong with the STIR of a legal entity (9 digits, first 2 or 3), or null.
 * `anyHolder` also accepts those of persons (4–7). The control digit's rule is not published, so it is not judged.
 */
export function problemOfStir(text: string, options: { anyHolder?: boolean } = {}): StirProblem | null {
  if (!/^\d{9}$/.test(text)) return 'length';
  if (/^[23]/.test(text)) return null;
  if (/^[4-7]/.test(text)) return options.anyHolder ? null : 'not-legal';
  return 'first-digit';
}

/** `3••••••45`: for everyone but its owner and operators. */
export const maskStir = (stir: string): string => `${stir.slice(0, 1)}••••••${stir.slice(-2)}`;
