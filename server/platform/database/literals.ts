import { sql, type RawBuilder } from 'kysely';

/** A list written out in the statement, so that the predicate of a partial index matches it. */
export const literals = (values: readonly (string | number)[]): RawBuilder<unknown> =>
  sql.join(values.map((value) => sql.lit(value)));
