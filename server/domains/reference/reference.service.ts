import { tashkentDay } from '#shared/time/tashkent.ts';
import type { Area, Bank, Category, CategoryGroup, OrderType, Region } from '#shared/api/reference.ts';
import type { RuleSetName } from '#shared/api/lots.ts';
import { iconUrl } from './icons/draw-icon.ts';
import { fieldsAsked } from './lists/property-fields.ts';
import type { CategoryRow, ReferenceRepository } from './reference.repository.ts';
import type { RuleSet } from '#shared/rule-sets/rule-set-figures.ts';
import { workingCalendar, type WorkingCalendar } from './working-days.ts';

/** A change by staff shows within a second in every process; one by hand in the database within a minute. */
const VERSION_MS = 1_000;
const CACHE_MS = 60_000;

/** Values read again once the data has another version, or after CACHE_MS; a failed read is not cached. */
function createCache(readVersion: () => Promise<number>) {
  let version = 0;
  let looked = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | null = null;
  const look = (): Promise<void> => {
    if (Date.now() < looked + VERSION_MS) return Promise.resolve();
    looking ??= readVersion()
      .then(
        (next) => {
          version = next;
        },
        // Not retried: while PostgreSQL is away, what is cached is the best answer; the next look reads again.
        () => undefined,
      )
      .finally(() => {
        looked = Date.now();
        looking = null;
      });
    return looking;
  };
  return function cached<Value>(read: () => Promise<Value>): () => Promise<Value> {
    let value: Promise<Value> | null = null;
    let of = 0;
    let until = 0;
    return async () => {
      await look();
      if (value === null || of !== version || Date.now() >= until) {
        [of, until] = [version, Date.now() + CACHE_MS];
        const next = read();
        value = next;
        next.catch(() => {
          // The caller gets the rejection; the next caller reads again.
          if (value === next) value = null;
        });
      }
      return value;
    };
  };
}

/** A group or category without its counter. */
export type PlainCategory = Omit<Category, 'lotCount'>;
type Asked = ReturnType<typeof fieldsAsked>;

const plain = ({ id, name, icon, parentId }: CategoryRow): PlainCategory => ({
  id,
  name,
  icon,
  iconUrl: iconUrl({ id, parentId }),
});

export interface ReferenceService {
  regions(): Promise<Region[]>;
  /** Every district and town that a lot, an order or an address may name. */
  areas(): Promise<Area[]>;
  /** Those that may be chosen now. */
  offeredAreas(): Promise<Area[]>;
  /** Banks of the directory, or names alone until it is imported. */
  banks(): Promise<Bank[]>;
  /** Is it the code of a bank? null: there is no directory to look into. @param mfo five digits */
  isMfo(mfo: string): Promise<boolean | null>;
  /** Groups with the categories in which property of this order type may be offered; without empty groups. */
  categoriesFor(orderType: OrderType): Promise<(PlainCategory & { categories: PlainCategory[] })[]>;
  /** Fields of property of a category; empty for a group; null: no such category. */
  fieldsOf(categoryId: number): Promise<Asked | null>;
  /** @param lotCounts current lots by category id */
  categoryTree(lotCounts: ReadonlyMap<number, number>): Promise<CategoryGroup[]>;
  categories(): Promise<CategoryRow[]>;
  /** The base calculation amount in force at the instant. Throws when the table has none that old. */
  baseAmountAt(at: Date): Promise<{ amountTiyin: number; validFrom: string }>;
  workingCalendar(): Promise<WorkingCalendar>;
  /** Throws when no version of the set was in force. */
  ruleSetAt(name: RuleSetName, at: Date): Promise<RuleSet>;
  /** The version by which a lot was frozen, whatever is in force now. Throws when there is no such version. */
  ruleSetOf(lot: { rule_set_name: RuleSetName; rule_set_version: number }): Promise<RuleSet>;
}

export function createReferenceService(repository: ReferenceRepository): ReferenceService {
  const cached = createCache(() => repository.version());
  const regions = cached(() => repository.regions());
  const categories = cached(() => repository.categories());
  const places = cached(async () => {
    const rows = await repository.areas();
    const shown = ({ hidden: _hidden, ...area }: (typeof rows)[number]): Area => area;
    return { all: rows.map(shown), offered: rows.filter(({ hidden }) => !hidden).map(shown) };
  });
  const directory = cached(async () => {
    const banks = await repository.banks();
    return { banks, codes: new Set(banks.flatMap(({ mfo }) => mfo ?? [])) };
  });
  return {
    regions,
    categories,
    areas: async () => (await places()).all,
    offeredAreas: async () => (await places()).offered,
    banks: async () => (await directory()).banks,
    async isMfo(mfo) {
      const { codes } = await directory();
      return codes.size === 0 ? null : codes.has(mfo);
    },
    workingCalendar: cached(async () => workingCalendar(await repository.calendarDays())),
    async categoryTree(lotCounts) {
      const rows = await categories();
      const count = (id: number): number => lotCounts.get(id) ?? 0;
      return rows
        .filter((group) => group.parentId === null)
        .map((group) => {
          const children = rows
            .filter((row) => row.parentId === group.id)
            .map((row) => ({ ...plain(row), lotCount: count(row.id) }));
          const lotCount = children.reduce((sum, child) => sum + child.lotCount, count(group.id));
          return { ...plain(group), lotCount, categories: children };
        });
    },
    async categoriesFor(orderType) {
      const rows = (await categories()).filter((row) => row.orderTypes.includes(orderType));
      return rows
        .filter((group) => group.parentId === null)
        .map((group) => ({
          ...plain(group),
          categories: rows.filter((row) => row.parentId === group.id).map(plain),
        }))
        .filter((group) => group.categories.length > 0);
    },
    async fieldsOf(categoryId) {
      const rows = await categories();
      const category = rows.find(({ id }) => id === categoryId);
      if (!category) return null;
      const group = rows.find(({ id }) => id === category.parentId);
      return group ? fieldsAsked(category.code, group.code) : [];
    },
    async baseAmountAt(at) {
      const row = await repository.baseAmount(tashkentDay(at));
      if (!row) throw new RangeError(`no base calculation amount for ${at.toISOString()}`);
      return row;
    },
    async ruleSetAt(name, at) {
      const ruleSet = await repository.ruleSet(name, at);
      if (!ruleSet) throw new RangeError(`no rule set ${name} for ${at.toISOString()}`);
      return ruleSet;
    },
    async ruleSetOf({ rule_set_name: name, rule_set_version: version }) {
      const ruleSet = await repository.ruleSetVersion(name, version);
      if (!ruleSet) throw new RangeError(`no version ${version} of rule set ${name}`);
      return ruleSet;
    },
  };
}
