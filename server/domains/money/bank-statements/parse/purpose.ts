/** What the platform prints on a payment order: `Savdo S-17, lot 5: …`; people retype it in Cyrillic. */
const SETTLEMENT = /(?:^|[^\p{L}\p{N}])[SС]\s?[-–—№]\s?(\d{1,12})(?!\d)/giu;

/** Numbers of settlements that a purpose of payment names, in its order. */
export const settlementsNamed = (purpose: string): number[] => [
  ...new Set(
    [...purpose.matchAll(SETTLEMENT)].map(([, number]) => Number(number)).filter((number) => number > 0),
  ),
];

/** The STIR or PINFL that follows its name in a text; null: none. */
export function stirIn(text: string): string | null {
  const found = /(?:ИНН|СТИР|ПИНФЛ|STIR|PINFL|INN|TIN)[\s:№/]*(\d{14}|\d{9})(?!\d)/iu.exec(text);
  return found?.[1] ?? null;
}
