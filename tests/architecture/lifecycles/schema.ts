const LITERALS = /'([a-z-]+)'::text/g;
const texts = (definition: string): string[] => [...definition.matchAll(LITERALS)].map(([, text]) => text!);

/**
 * The states a CHECK allows, from PostgreSQL's own text of it; null: it is not the list of the column's states.
 * `CHECK ((state = ANY (ARRAY['open'::text, …])))` or `CHECK (((status >= 1) AND (status <= 17)))`.
 */
export function constraintStates(definition: string, column: string): string[] | null {
  if (new RegExp(String.raw`^CHECK \(\(${column} = ANY \(ARRAY\[[^\]]*\]\)\)\)$`).test(definition))
    return texts(definition);
  const range = new RegExp(
    String.raw`^CHECK \(\(\(${column} >= (\d+)\) AND \(${column} <= (\d+)\)\)\)$`,
  ).exec(definition);
  if (!range) return null;
  const [first, last] = [Number(range[1]), Number(range[2])];
  return Array.from({ length: last - first + 1 }, (_, i) => String(first + i));
}

/** The states of a column that the predicate of a partial index names; null: it does not speak of the column. */
export function predicateStates(definition: string, column: string): string[] | null {
  const predicate = definition.split(' WHERE ').slice(1).join(' WHERE ');
  const place = new RegExp(
    String.raw`\b${column} = (ANY \([^)]*?ARRAY\[([^\]]*)\]|'([a-z-]+)'::text|(\d+))`,
  ).exec(predicate);
  if (!place) return null;
  const [, , list, text, number] = place;
  if (list === undefined) return [text ?? number!];
  return list.includes("'") ? texts(list) : list.split(',').map((each) => each.trim());
}
