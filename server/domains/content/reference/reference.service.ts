import { propertyTypesOf } from '#shared/orders/property-kinds.ts';
import { tashkentDay } from '#shared/time/tashkent.ts';
import type { PropertyType } from '#shared/api/cabinet/order-fields.ts';
import type { Area, Bank, Category, CategoryGroup, OrderType, Region } from '#shared/api/site/reference.ts';
import type { ReasonList } from '#shared/api/list-names.ts';
import type { ChosenReason } from '#shared/api/chosen-reason.ts';
import { ruleForbids } from '#server/platform/errors/index.ts';
import type { EditedList } from '#shared/api/console/console-lists.ts';
import type { RuleSetName } from '#shared/api/site/lots.ts';
import { iconUrl } from './icons/draw-icon.ts';
import type { CategoryRow } from './categories/categories.repository.ts';
import { askedFields, knownFields, type StoredField } from './categories/stored-field.ts';
import type { ListEntry } from './lists/lists.repository.ts';
import type { ReferenceRepository } from './reference.repository.ts';
import type { RuleSet } from '#shared/rule-sets/rule-set-figures.ts';
import { createVersionedCache } from './versioned-cache.ts';
import { workingCalendar, type WorkingCalendar } from './working-days.ts';

/** A group or category without its counter. */
type PlainCategory = Omit<Category, 'lotCount'>;

/** Of a list to sell in. */
type OfferedCategory = PlainCategory & { propertyTypes: PropertyType[] };

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
  /**
   * Was it ever the code of a bank? null: it is in none, and there is none yet, or one that a single member of staff has brought. Who takes a bank out of the directory closes nobody's
   * account there, and keeps no one from a refund or a sale: what the bank has no account for, it sends back. @param mfo five digits
   */
  isMfo(mfo: string): Promise<boolean | null>;
  /** Groups with the categories in which property of this order type may be offered; without empty and hidden ones. */
  categoriesFor(orderType: OrderType): Promise<(PlainCategory & { categories: OfferedCategory[] })[]>;
  /** Fields of property of a category; empty for a group; null: no such category. */
  fieldsOf(categoryId: number): Promise<StoredField[] | null>;
  /** Those that were ever asked, with what is asked now first: for answers that are stored. */
  knownFieldsOf(categoryId: number): Promise<StoredField[]>;
  /** @param lotCounts current lots by category id */
  categoryTree(lotCounts: ReadonlyMap<number, number>): Promise<CategoryGroup[]>;
  /** Hidden ones too: lots and orders name them. */
  categories(): Promise<CategoryRow[]>;
  /** Entries of a list in their order, with those that are not offered any more: what is stored needs its name. */
  listEntries(name: EditedList): Promise<readonly ListEntry[]>;
  /** A reason that is offered, as it is called now. 422 `lists.not-offered`. */
  chosenReason(list: ReasonList, code: string): Promise<ChosenReason>;
  /** Reads the categories, or the lists, again at the next call. */
  forgetCategories(): void;
  forgetLists(): void;
  /** The base calculation amount in force at the instant. Throws when the table has none that old. */
  baseAmountAt(at: Date): Promise<{ amountTiyin: number; validFrom: string }>;
  workingCalendar(): Promise<WorkingCalendar>;
  /** Throws when no version of the set was in force. */
  ruleSetAt(name: RuleSetName, at: Date): Promise<RuleSet>;
  /**
   * The version that is frozen into a lot: the newest in force when that is done, also for a lot with an earlier publication date,
   * or at its publication if that is later. Throws when no version was in force.
   */
  ruleSetToFreeze(name: RuleSetName, publishedAt: Date): Promise<RuleSet>;
  /** The base calculation amount in force at the same instant. Throws when there was none. */
  baseAmountToFreeze(publishedAt: Date): Promise<{ amountTiyin: number; validFrom: string }>;
  /** The version by which a lot was frozen, whatever is in force now. Throws when there is no such version. */
  ruleSetOf(lot: { rule_set_name: RuleSetName; rule_set_version: number }): Promise<RuleSet>;
}

export function createReferenceService(repository: ReferenceRepository): ReferenceService {
  const cached = createVersionedCache(() => repository.version());
  const regions = cached(() => repository.regions());
  const categories = cached(() => repository.categories());
  const lists = cached(() => repository.lists());
  const places = cached(async () => {
    const rows = await repository.areas();
    const shown = ({ hidden: _hidden, ...area }: (typeof rows)[number]): Area => area;
    return { all: rows.map(shown), offered: rows.filter(({ hidden }) => !hidden).map(shown) };
  });
  const directory = cached(async () => {
    const [banks, codes, importers] = await Promise.all([
      repository.banks(),
      repository.bankCodes(),
      repository.bankImporters(),
    ]);
    return { banks, codes: new Set(codes), isComplete: importers > 1 };
  });
  async function placeOf(categoryId: number) {
    const rows = await categories();
    const category = rows.find(({ id }) => id === categoryId);
    return category && { category, group: rows.find(({ id }) => id === category.parentId) };
  }
  async function listEntries(name: EditedList) {
    const list = (await lists()).find((each) => each.name === name);
    if (!list) throw new RangeError(`no list ${name}`);
    return list.entries;
  }
  /** By the clock of the database, or when the lot is published if that is later. */
  async function frozenAt(publishedAt: Date): Promise<Date> {
    const now = await repository.now();
    return publishedAt > now ? publishedAt : now;
  }

  return {
    regions,
    categories,
    areas: async () => (await places()).all,
    offeredAreas: async () => (await places()).offered,
    banks: async () => (await directory()).banks,
    async isMfo(mfo) {
      const { codes, isComplete } = await directory();
      return codes.has(mfo) || (isComplete ? false : null);
    },
    workingCalendar: cached(async () => workingCalendar(await repository.calendarDays())),
    forgetCategories: () => categories.forget(),
    forgetLists: () => lists.forget(),
    listEntries,
    async chosenReason(list, code) {
      const entry = (await listEntries(list)).find((each) => each.code === code && !each.hidden);
      if (!entry) throw ruleForbids('lists.not-offered');
      return { code, name: entry.name };
    },
    async categoryTree(lotCounts) {
      const rows = await categories();
      const count = (id: number): number => lotCounts.get(id) ?? 0;
      return rows
        .filter((group) => group.parentId === null)
        .map((group) => {
          const children = rows
            .filter((row) => row.parentId === group.id)
            .map((row) => ({ ...plain(row), hidden: row.hidden || group.hidden, lotCount: count(row.id) }))
            // Lots of a hidden one are still found by it.
            .filter(({ hidden, lotCount }) => !hidden || lotCount > 0)
            .map(({ hidden: _hidden, ...child }) => child);
          const lotCount = children.reduce((sum, child) => sum + child.lotCount, count(group.id));
          return { ...plain(group), hidden: group.hidden, lotCount, categories: children };
        })
        .filter(({ hidden, categories: children }) => !hidden || children.length > 0)
        .map(({ hidden: _hidden, ...group }) => group);
    },
    async categoriesFor(orderType) {
      const rows = (await categories()).filter((row) => !row.hidden && row.orderTypes.includes(orderType));
      return rows
        .filter((group) => group.parentId === null)
        .map((group) => ({
          ...plain(group),
          categories: rows
            .filter((row) => row.parentId === group.id)
            .map((row) => ({
              ...plain(row),
              propertyTypes: [...propertyTypesOf({ code: row.code, group: group.code })],
            })),
        }))
        .filter((group) => group.categories.length > 0);
    },
    async fieldsOf(categoryId) {
      const place = await placeOf(categoryId);
      if (!place) return null;
      return place.group ? askedFields(place.category, place.group) : [];
    },
    async knownFieldsOf(categoryId) {
      const place = await placeOf(categoryId);
      return place?.group ? knownFields(place.category, place.group) : [];
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
    async ruleSetToFreeze(name, publishedAt) {
      return this.ruleSetAt(name, await frozenAt(publishedAt));
    },
    async baseAmountToFreeze(publishedAt) {
      return this.baseAmountAt(await frozenAt(publishedAt));
    },
    async ruleSetOf({ rule_set_name: name, rule_set_version: version }) {
      const ruleSet = await repository.ruleSetVersion(name, version);
      if (!ruleSet) throw new RangeError(`no version ${version} of rule set ${name}`);
      return ruleSet;
    },
  };
}
