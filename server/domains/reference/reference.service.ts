import { tashkentDay } from '#shared/time/tashkent.ts';
import type { Area, Category, CategoryGroup, OrderType, Region } from '#shared/api/reference.ts';
import type { RuleSetName } from '#shared/api/lots.ts';
import { iconUrl } from './icons/draw-icon.ts';
import { fieldsAsked } from './lists/property-fields.ts';
import type { CategoryRow, ReferenceRepository } from './reference.repository.ts';
import type { RuleSet } from './rule-sets/rule-set-figures.ts';
import { workingCalendar, type WorkingCalendar } from './working-days.ts';

/** Dictionaries are changed by hand, a few times a year; a change shows within a minute. */
const CACHE_MS = 60_000;

/** One value read again after CACHE_MS; a failed read is not cached. */
function cached<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let value: Promise<Value> | null = null;
  let until = 0;
  return () => {
    if (value === null || Date.now() >= until) {
      until = Date.now() + CACHE_MS;
      const next = read();
      value = next;
      next.catch(() => {
        // The caller gets the rejection; the next caller reads again.
        if (value === next) value = null;
      });
    }
    return value;
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
  areas(): Promise<Area[]>;
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
  const regions = cached(() => repository.regions());
  const categories = cached(() => repository.categories());
  return {
    regions,
    categories,
    areas: cached(() => repository.areas()),
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
