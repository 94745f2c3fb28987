import { z } from 'zod';
import { RULE_SET_NAMES } from '../api/site/lots.ts';
import { CANCEL_REASONS } from '../lifecycles/protocol.ts';
import { LOT_OUTCOMES } from '../lifecycles/lot-outcome.ts';
import { PROTOCOL_CAUSES, PROTOCOL_STATUSES } from '../lifecycles/protocol-causes.ts';

/** What a number counts; absent where a value has no unit. */
type OpenDataUnit = 'tiyin' | 'month' | 'instant' | 'day' | 'count';

const tiyin = z.int().meta({ unit: 'tiyin' });
const count = z.int().meta({ unit: 'count' });
const month = z.int().meta({ unit: 'month' });
/** ISO 8601 in UTC. */
const instant = z.iso.datetime().meta({ unit: 'instant' });
/** `YYYY-MM-DD` in Tashkent. */
const day = z.iso.date().meta({ unit: 'day' });

/**
 * One finished auction, as the open data state it: numbers, codes and names from the shared lists. No text that a person wrote,
 * no participant and no party has a column, so nothing here can name anybody or link the participants of two auctions.
 * The data dictionary and the columns of every format derive from this schema.
 */
export const resultRowSchema = z.strictObject({
  lot_id: z.int(),
  order_type: z.enum(['state', 'private']),
  category_id: z.int(),
  category_uz: z.string(),
  category_ru: z.string(),
  category_en: z.string(),
  region_id: z.int(),
  region_uz: z.string(),
  region_ru: z.string(),
  region_en: z.string(),
  quantity: count,
  unit: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,31}$/)
    .nullable(),
  tenure: z.enum(['ownership', 'rent']),
  rent_months: month.nullable(),
  rule_set: z.enum(RULE_SET_NAMES),
  rule_set_version: z.int(),
  repeats_lot_id: z.int().nullable(),
  repeat_round: count,
  estimated_price_tiyin: tiyin.nullable(),
  start_price_tiyin: tiyin,
  deposit_tiyin: tiyin,
  published_at: instant,
  applications_until: instant,
  opens_at: instant,
  ended_at: instant,
  outcome: z.enum(LOT_OUTCOMES),
  participants: count.nullable(),
  confirmed_prices: count,
  hammer_price_tiyin: tiyin.nullable(),
  protocol_cause: z.enum(PROTOCOL_CAUSES).nullable(),
  sale_price_tiyin: tiyin.nullable(),
  protocol_status: z.enum(PROTOCOL_STATUSES).nullable(),
  cancelled_on: day.nullable(),
  cancel_reason: z.enum([...CANCEL_REASONS, 'other']).nullable(),
  log_head: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable(),
});
export type ResultRow = z.infer<typeof resultRowSchema>;
type ResultColumnName = keyof ResultRow;

/** How a value is written: an instant and a day are texts in JSONL and CSV, and of a type of their own in Parquet. */
type ResultColumnType = 'integer' | 'text' | 'code' | 'instant' | 'day';

export interface ResultColumn {
  name: ResultColumnName;
  type: ResultColumnType;
  nullable: boolean;
  unit: OpenDataUnit | null;
  /** Of a code. */
  values: readonly string[] | null;
}

function columnOf(name: ResultColumnName): ResultColumn {
  const field = resultRowSchema.shape[name] as z.ZodType;
  const nullable = field instanceof z.ZodNullable;
  const inner = nullable ? (field.unwrap() as z.ZodType) : field;
  const unit = (inner.meta()?.unit as OpenDataUnit | undefined) ?? null;
  const values = inner instanceof z.ZodEnum ? (inner.options as string[]) : null;
  const type =
    unit === 'instant' || unit === 'day'
      ? unit
      : values
        ? 'code'
        : inner instanceof z.ZodNumber
          ? 'integer'
          : 'text';
  return { name, type, nullable, unit, values };
}

/** In the order of every format. */
export const RESULT_COLUMNS: readonly ResultColumn[] = (
  Object.keys(resultRowSchema.shape) as ResultColumnName[]
).map(columnOf);
