import { tashkentDay } from '#shared/time/tashkent.ts';
import type { CategoryGroup, Region } from '#shared/api/reference.ts';
import type { RuleSetName } from '#shared/api/lots.ts';
import type { CategoryRow, ReferenceRepository } from './reference.repository.ts';
import type { RuleSet } from './rule-sets/figures.ts';

/** Dictionaries change by hand, a few times a year; a minute is how late a change may show. */
const KEPT_MS = 60_000;

/** One value read again after KEPT_MS; a failed read is not kept. */
function kept<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let value: Promise<Value> | null = null;
  let until = 0;
  return () => {
    if (value === null || Date.now() >= until) {
      until = Date.now() + KEPT_MS;
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

export interface ReferenceService {
  regions(): Promise<Region[]>;
  /** @param lotCounts current lots by category id */
  categoryTree(lotCounts: ReadonlyMap<number, number>): Promise<CategoryGroup[]>;
  categories(): Promise<CategoryRow[]>;
  /** The base calculation amount in force at the instant. Throws when the table has none that old. */
  baseAmountAt(at: Date): Promise<{ amountTiyin: number; validFrom: string }>;
  /** Throws when no version of the set was in force. */
  ruleSetAt(name: RuleSetName, at: Date): Promise<RuleSet>;
}

export function createReferenceService(repository: ReferenceRepository): ReferenceService {
  const regions = kept(() => repository.regions());
  const categories = kept(() => repository.categories());
  return {
    regions,
    categories,
    async categoryTree(lotCounts) {
      const rows = await categories();
      const count = (id: number): number => lotCounts.get(id) ?? 0;
      return rows
        .filter((group) => group.parentId === null)
        .map((group) => {
          const children = rows
            .filter((row) => row.parentId === group.id)
            .map(({ id, name, icon }) => ({ id, name, icon, lotCount: count(id) }));
          const lotCount = children.reduce((sum, child) => sum + child.lotCount, count(group.id));
          return { id: group.id, name: group.name, icon: group.icon, lotCount, categories: children };
        });
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
  };
}
