import type { AccountsService, Person } from '#server/domains/people/accounts/index.ts';
import { problemOfPinfl } from '#shared/validation/pinfl.ts';
import { problemOfStir } from '#shared/validation/stir.ts';

export interface BarNumber {
  kind: 'stir' | 'pinfl';
  value: string;
}

/** Numbers of foreigners may have an unusual check digit: everybody who may trade can be barred. */
export const problemOfBarNumber = ({ kind, value }: BarNumber) =>
  kind === 'pinfl' ? problemOfPinfl(value, { checkDigit: false }) : problemOfStir(value, { anyHolder: true });

/** The number that bars of this person are recorded under; null: there is none. */
export function barNumberOf(person: Pick<Person, 'kind' | 'pinfl' | 'stir'>): BarNumber | null {
  const kind = person.kind === 'legal' ? 'stir' : 'pinfl';
  const value = person[kind];
  return value === null || problemOfBarNumber({ kind, value }) ? null : { kind, value };
}

/** The same of each of these accounts, without those that have none. */
export const barNumbersOf =
  (accounts: Pick<AccountsService, 'byIds'>) =>
  async (personIds: readonly string[]): Promise<ReadonlyMap<string, BarNumber>> => {
    const people = await accounts.byIds(personIds);
    return new Map(
      people.flatMap((person) => {
        const number = barNumberOf(person);
        return number ? [[person.id, number] as const] : [];
      }),
    );
  };
