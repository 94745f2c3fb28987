import { publicName, publicPinfl, publicStir } from '#server/domains/accounts/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import { unavailable } from '#server/platform/errors/index.ts';
import type { BlockedEntry } from '#shared/api/checks.ts';
import { DAY_MS, tashkentDay } from '#shared/time/tashkent.ts';
import { problemOfPinfl } from '#shared/validation/pinfl.ts';
import { problemOfStir } from '#shared/validation/stir.ts';
import type { PersonalIdHash } from './personal-id-hash.ts';
import { createSanctionsRepository, type SanctionsRepository } from './sanctions.repository.ts';

export interface NewBar {
  kind: 'stir' | 'pinfl';
  /** The full number; it is hashed here and not stored. */
  value: string;
  person: { kind: 'natural' | 'legal'; name: string };
  lotId: number | null;
  /** Days in Tashkent, `YYYY-MM-DD`; the last one is still barred. */
  startDate: string;
  endDate: string;
  reason: string;
  /** Who decided: id of a member of staff, or `rules`. */
  by: string;
  /** Display name of that member of staff. */
  byName?: string;
}

export interface SanctionsService {
  /** Throws RangeError for a number that cannot be one. */
  bar(bar: NewBar): Promise<number>;
  /**
   * The bar, ready to be written in a transaction: what it has to read is read now. Throws RangeError as `bar` does.
   */
  prepare(bar: NewBar): Promise<(tx: AnyDb) => Promise<number>>;
  lift(id: number): Promise<boolean>;
  /** Bars in force today of exactly this number. */
  check(kind: 'stir' | 'pinfl', value: string): Promise<BlockedEntry[]>;
  /** Last barred day of exactly this number, `YYYY-MM-DD`; null: not barred today. */
  barredUntil(kind: 'stir' | 'pinfl', value: string): Promise<string | null>;
}

export interface SanctionsDeps {
  sanctions: SanctionsRepository;
  hash: PersonalIdHash;
  /** Accounts with this personal number: a bar in force ends their part in auctions. */
  personsOf: (kind: 'stir' | 'pinfl', value: string) => Promise<readonly string[]>;
  now?: () => number;
}

/** Days left, including today and the last one. */
const daysLeft = (today: string, last: string): number =>
  Math.round((Date.parse(last) - Date.parse(today)) / DAY_MS) + 1;

/** Who decides a bar when no member of staff does. */
const RULES = 'rules';

export function createSanctionsService({
  sanctions,
  hash,
  personsOf,
  now = Date.now,
}: SanctionsDeps): SanctionsService {
  const service: SanctionsService = {
    async prepare({ kind, value, person, lotId, startDate, endDate, reason, by, byName = '' }) {
      const problem = kind === 'pinfl' ? problemOfPinfl(value) : problemOfStir(value, { anyHolder: true });
      // Without the number, because messages are logged.
      if (problem) throw new RangeError(`not a ${kind}: ${problem}`);
      const today = tashkentDay(now());
      const inForce = startDate <= today && today <= endDate;
      const persons = inForce ? await personsOf(kind, value) : [];
      const row = {
        kind,
        idHash: hash.of(kind, value),
        keyCheck: hash.keyCheck,
        idMasked: kind === 'pinfl' ? publicPinfl(value) : publicStir(value),
        nameMasked: publicName(person.kind, person.name),
        ...{ lotId, startDate, endDate, reason, by },
      };
      const announced = persons.map((personId) => ({
        ...{ personId, by: by === RULES ? null : by, byName, reason },
      }));
      return (tx) => createSanctionsRepository(tx).add(row, announced);
    },

    bar: async (bar) => sanctions.inOne(await service.prepare(bar)),

    lift: (id) => sanctions.lift(id),

    async check(kind, value) {
      const today = tashkentDay(now());
      // Both queries always run, so that found and not found take the same time.
      const [found, unreadable] = await Promise.all([
        sanctions.inForce(hash.of(kind, value), today),
        sanctions.hasOtherKeys(hash.keyCheck),
      ]);
      // An entry that cannot be read might bar this person, so the check refuses to answer.
      if (unreadable)
        throw unavailable('unavailable', { cause: new Error('barred people were hashed with another key') });
      return found.map((bar) => ({
        name: bar.nameMasked,
        lotNumber: bar.lotId === null ? null : String(bar.lotId),
        taxId: bar.kind === 'stir' ? bar.idMasked : null,
        personalId: bar.kind === 'pinfl' ? bar.idMasked : null,
        startDate: bar.startDate,
        endDate: bar.endDate,
        remainingDays: daysLeft(today, bar.endDate),
      }));
    },

    async barredUntil(kind, value) {
      const bars = await service.check(kind, value);
      return bars.reduce<string | null>(
        (last, { endDate }) => (last && last > endDate ? last : endDate),
        null,
      );
    },
  };
  return service;
}
