import type { PersonNumbers } from '#server/domains/people/accounts/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import type { SanctionsService } from './sanctions.service.ts';

interface RehashDeps {
  db: AnyDb;
  numbers: Pick<PersonNumbers, 'refresh' | 'countUnderPreviousKey'>;
  sanctions: Pick<SanctionsService, 'refresh' | 'countUnderPreviousKey'>;
  /** Numbers of persons above `after`, by id. */
  numbersAfter(after: string | null, limit: number): Promise<NumberedPerson[]>;
}

interface NumberedPerson {
  id: string;
  kind: 'stir' | 'pinfl';
  value: string;
}

const PAGE = 500;

/**
 * Moves every entry whose number belongs to an account to the current key. Repeating it does no harm.
 * @returns entries that are left under the key before: their numbers belong to no account, so they move when they are seen
 */
export async function rehashBars({ db, numbers, sanctions, numbersAfter }: RehashDeps): Promise<number> {
  let after: string | null = null;
  for (;;) {
    const persons: NumberedPerson[] = await numbersAfter(after, PAGE);
    for (const { kind, value } of persons) {
      await sanctions.refresh(kind, value);
      await numbers.refresh(db, kind, value);
    }
    after = persons.at(-1)?.id ?? null;
    if (persons.length < PAGE)
      return (await sanctions.countUnderPreviousKey()) + (await numbers.countUnderPreviousKey(db));
  }
}
