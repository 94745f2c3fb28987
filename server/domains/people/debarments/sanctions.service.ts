import {
  publicName,
  publicPinfl,
  publicStir,
  type PersonalIdHash,
} from '#server/domains/people/accounts/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import { unavailable } from '#server/platform/errors/index.ts';
import type { Notifications } from '#server/domains/content/notifications/index.ts';
import type { ChosenReason } from '#shared/api/chosen-reason.ts';
import type { BlockedEntry } from '#shared/api/site/checks.ts';
import type { LocalizedText } from '#shared/i18n/localized.ts';
import type { DebarmentCause } from '#shared/limits/debarments.ts';
import { DAY_MS, tashkentDay } from '#shared/time/tashkent.ts';
import { problemOfBarNumber, type BarNumber } from './bar-number.ts';
import {
  createSanctionsRepository,
  type FoundBar,
  type SanctionsRepository,
} from './sanctions.repository.ts';

export interface NewBar {
  kind: 'stir' | 'pinfl';
  /** The full number; it is hashed here and not stored. */
  value: string;
  person: { kind: 'natural' | 'legal'; name: string };
  /** The account through which the person is barred, where there is one. */
  personId?: string;
  lotId: number | null;
  cause: DebarmentCause;
  /** As it was called when it was proposed; absent or null: as it is called now. */
  causeName?: LocalizedText | null;
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
  /** What a cause is called now. */
  causeName(cause: DebarmentCause): Promise<LocalizedText>;
  /** How this number is stored and shown. Throws RangeError for a number that cannot be one. */
  stored(kind: 'stir' | 'pinfl', value: string): { idHash: string; idMasked: string };
  /** Is this the hash of the number, under the current key or the one before? */
  isHashOf(kind: 'stir' | 'pinfl', value: string, idHash: string): boolean;
  /** Entries of this number that were made with the key before move to the current one. */
  refresh(kind: 'stir' | 'pinfl', value: string): Promise<void>;
  /** What was recorded through this account under the one number is recorded under the other, which takes its place. */
  moveBars(tx: AnyDb, personId: string, from: BarNumber, to: BarNumber): Promise<void>;
  /** Debarments that were recorded through this account under a number that is another person’s are recorded under the account itself. */
  releaseBars(tx: AnyDb, personId: string, from: BarNumber): Promise<void>;
  /** Debarments that are still under the key before; 0 without one. */
  countUnderPreviousKey(): Promise<number>;
  /** Debarments in force today of the person with this hashed number, the longest first. */
  inForce(idHash: string, tx?: AnyDb): Promise<FoundBar[]>;
  /** Debarments in force today of exactly this number. */
  check(kind: 'stir' | 'pinfl', value: string): Promise<BlockedEntry[]>;
  /** Last barred day of exactly this number, `YYYY-MM-DD`; null: not barred today. */
  barredUntil(kind: 'stir' | 'pinfl', value: string): Promise<string | null>;
  /** Last barred day of the human who has this account: under any number of theirs, and through any account. null: not barred today. */
  personBarredUntil(personId: string): Promise<string | null>;
  /** The same of each of these who is barred today: however many there are, the database is asked the same number of times. */
  personsBarredUntil(personIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** What `personBarredUntil` tells, for a transaction under a lock: whose accounts and numbers they are is read now, the bars then. */
  barQuestion(personId: string): Promise<(tx: AnyDb) => Promise<string | null>>;
}

export interface SanctionsDeps {
  sanctions: SanctionsRepository;
  hash: PersonalIdHash;
  /** Accounts with this personal number: a bar in force ends their part in auctions. */
  personsOf: (kind: 'stir' | 'pinfl', value: string) => Promise<readonly string[]>;
  /** Accounts of the human who has each of these, itself among them, by the account that was asked for. */
  accountsOfEach: (personIds: readonly string[]) => Promise<ReadonlyMap<string, readonly string[]>>;
  /** The number that each of these accounts has now, without those that have none that could be barred. */
  numbersOf: (personIds: readonly string[]) => Promise<ReadonlyMap<string, BarNumber>>;
  /** The reason with this code of a list, as it is called now. */
  chosenReason(list: 'bar-causes', code: DebarmentCause): Promise<ChosenReason>;
  /** Writes the message to a person, in the transaction of the bar. */
  notify: Notifications['notify'];
  now?: () => number;
}

/** Days left, including today and the last one. */
export const daysLeft = (today: string, last: string): number =>
  Math.round((Date.parse(last) - Date.parse(today)) / DAY_MS) + 1;

/** null: there is no bar. */
const lastDayOf = (bars: readonly { endDate: string }[]): string | null =>
  bars.reduce<string | null>((last, { endDate }) => (last && last > endDate ? last : endDate), null);

/** Who decides a bar when no member of staff does. */
const RULES = 'rules';

export function createSanctionsService({
  sanctions,
  hash,
  personsOf,
  accountsOfEach,
  numbersOf,
  chosenReason,
  notify,
  now = Date.now,
}: SanctionsDeps): SanctionsService {
  const keyChecks = [hash.keyCheck, ...(hash.previous ? [hash.previous.keyCheck] : [])];

  /** Accounts with the number, and all others of those humans. */
  async function allAccounts({ kind, value }: BarNumber, personId?: string): Promise<string[]> {
    const known = await personsOf(kind, value);
    const first = personId === undefined ? known : [...known, personId];
    return [...new Set([...first, ...[...(await accountsOfEach(first)).values()].flat()])];
  }

  /** An entry that cannot be read might bar this person, so that who asks is refused an answer. */
  async function demandReadable(): Promise<void> {
    if (await sanctions.hasOtherKeys(keyChecks))
      throw unavailable('unavailable', { cause: new Error('barred people were hashed with another key') });
  }

  const hashesOf = ({ kind, value }: BarNumber): string[] =>
    [hash, hash.previous].flatMap((each) => (each ? [each.of(kind, value)] : []));

  /** The accounts of each human, and the hash of the number that this account has now. */
  async function hashedAccountsOf(personIds: readonly string[]) {
    const [numbers, accounts] = await Promise.all([numbersOf(personIds), accountsOfEach(personIds)]);
    // Changes something only while one key replaces another.
    for (const { kind, value } of numbers.values()) await service.refresh(kind, value);
    const asked = personIds.map((id) => {
      const number = numbers.get(id);
      return {
        personId: id,
        idHash: number ? hash.of(number.kind, number.value) : null,
        accounts: accounts.get(id)!,
      };
    });
    return { asked, hashed: numbers.size > 0 };
  }

  const service: SanctionsService = {
    isHashOf: (kind, value, idHash) =>
      [hash.of(kind, value), hash.previous?.of(kind, value)].includes(idHash),

    async refresh(kind, value) {
      if (!hash.previous) return;
      const to = { idHash: hash.of(kind, value), keyCheck: hash.keyCheck };
      await sanctions.moveTo(hash.previous.of(kind, value), to);
    },

    causeName: async (cause) => (await chosenReason('bar-causes', cause)).name,

    async releaseBars(tx, personId, from) {
      await createSanctionsRepository(tx).moveToAccount(personId, hashesOf(from));
    },

    async moveBars(tx, personId, from, to) {
      const hashes = hashesOf(from);
      const stored = { ...service.stored(to.kind, to.value), kind: to.kind, keyCheck: hash.keyCheck };
      await createSanctionsRepository(tx).moveOf(personId, hashes, stored);
    },

    countUnderPreviousKey: async () => (hash.previous ? sanctions.countOfKey(hash.previous.keyCheck) : 0),

    stored(kind, value) {
      const problem = problemOfBarNumber({ kind, value });
      // Without the number, because messages are logged.
      if (problem) throw new RangeError(`not a ${kind}: ${problem}`);
      return {
        idHash: hash.of(kind, value),
        idMasked: kind === 'pinfl' ? publicPinfl(value) : publicStir(value),
      };
    },

    async prepare({
      kind,
      value,
      person,
      lotId,
      startDate,
      endDate,
      cause,
      reason,
      by,
      byName = '',
      ...bar
    }) {
      const stored = service.stored(kind, value);
      await service.refresh(kind, value);
      const causeName = bar.causeName ?? (await service.causeName(cause));
      const today = tashkentDay(now());
      const inForce = startDate <= today && today <= endDate;
      const persons = inForce ? await allAccounts({ kind, value }, bar.personId) : [];
      const row = {
        kind,
        ...stored,
        keyCheck: hash.keyCheck,
        nameMasked: publicName(person.kind, person.name),
        personId: bar.personId ?? persons[0] ?? null,
        lotId,
        startDate,
        endDate,
        cause,
        causeName,
        reason,
        by,
      };
      const announced = persons.map((personId) => ({
        personId,
        by: by === RULES ? null : by,
        byName,
        reason,
      }));
      return async (tx) => {
        const id = await createSanctionsRepository(tx).add(row, announced);
        for (const personId of persons.toSorted())
          await notify(tx, {
            personId,
            key: `bar:${id}:imposed:${personId}`,
            template: 'bar-imposed',
            params: { barCause: causeName, lastDayMs: Date.parse(`${endDate}T12:00:00+05:00`) },
          });
        return id;
      };
    },

    bar: async (bar) => sanctions.inOne(await service.prepare(bar)),

    inForce: (idHash, tx) =>
      (tx ? createSanctionsRepository(tx) : sanctions).inForce(idHash, tashkentDay(now())),

    async check(kind, value) {
      const today = tashkentDay(now());
      await service.refresh(kind, value);
      // Both queries always run, so that found and not found take the same time.
      const [found] = await Promise.all([sanctions.inForce(hash.of(kind, value), today), demandReadable()]);
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

    barredUntil: async (kind, value) => lastDayOf(await service.check(kind, value)),

    personBarredUntil: async (personId) =>
      (await service.personsBarredUntil([personId])).get(personId) ?? null,

    async personsBarredUntil(personIds) {
      const { asked, hashed } = await hashedAccountsOf(personIds);
      const [bars] = await Promise.all([
        sanctions.lastDaysOf(asked, tashkentDay(now())),
        hashed ? demandReadable() : null,
      ]);
      return bars;
    },

    async barQuestion(personId) {
      const { asked, hashed } = await hashedAccountsOf([personId]);
      if (hashed) await demandReadable();
      return async (tx) => {
        const bars = await createSanctionsRepository(tx).lastDaysOf(asked, tashkentDay(now()));
        return bars.get(personId) ?? null;
      };
    },
  };
  return service;
}
