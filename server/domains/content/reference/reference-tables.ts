import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { RuleSetName } from '#shared/api/site/lots.ts';
import type { LocalizedText } from '#shared/i18n/localized.ts';
import type { DayReason } from '#shared/reference/calendar-days.ts';
import type { RuleSetFigures } from '#shared/rule-sets/rule-set-figures.ts';
import type { CategoryTable } from './categories/categories.repository.ts';
import type { ListTables } from './lists/lists.repository.ts';

type LocalizedColumn = JSONColumnType<LocalizedText>;

export interface ReferenceTables extends ListTables {
  /** One row, counting the changes of every other table here. */
  reference_version: { id: boolean; version: number };
  /** Written by reference-changes. */
  reference_change: { kind: string; action: string; person_id: string };
  region: { id: number; soato: string; name: LocalizedColumn; position: number; version: Generated<number> };
  area: {
    id: number;
    /** null: not in the classifier, or not known yet. */
    soato: string | null;
    region_id: number;
    name: LocalizedColumn;
    position: number;
    hidden: Generated<boolean>;
    version: Generated<number>;
  };
  category: CategoryTable;
  base_amount: { valid_from: string; amount_tiyin: number };
  calendar_day: {
    day: ColumnType<string, string, never>;
    working: boolean;
    reason: DayReason;
    swapped_with: ColumnType<string | null, string | null, never>;
    estimated: Generated<boolean>;
  };
  rule_set: {
    name: RuleSetName;
    version: number;
    valid_from: Date;
    figures: JSONColumnType<RuleSetFigures>;
  };
  bank: {
    id: Generated<number>;
    mfo: string | null;
    name: LocalizedColumn;
    active: Generated<boolean>;
  };
}
