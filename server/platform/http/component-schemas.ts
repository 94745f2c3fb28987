import type { Json } from './json-schema.ts';

/** Shorter ones are easier to read where they stand. */
const SHORTEST = 120;

/** Say nothing without what they are of. */
const GENERIC = new Set([
  'item',
  'row',
  'entry',
  'change',
  'changes',
  'fact',
  'facts',
  'counts',
  'before',
  'after',
  'answer',
]);

interface Seen {
  times: number;
  /** Under which names it occurs, and how often. */
  names: Map<string, number>;
  /** The body or answer in which it occurs first. */
  first: string;
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const inPascalCase = (text: string): string =>
  text
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

const singular = (name: string): string => {
  if (name.endsWith('ies')) return `${name.slice(0, -3)}y`;
  return /[^s]s$/.test(name) ? name.slice(0, -1) : name;
};

/** Keywords below which further schemas stand, each under the name of what they describe. */
function* below(
  schema: Json,
  name: string,
): Generator<[place: Json | unknown[], key: string | number, name: string]> {
  const { properties, items, anyOf, oneOf, allOf, additionalProperties } = schema;
  if (isObject(properties)) for (const key of Object.keys(properties)) yield [properties, key, key];
  if (isObject(items)) yield [schema, 'items', singular(name)];
  if (isObject(additionalProperties)) yield [schema, 'additionalProperties', singular(name)];
  for (const several of [anyOf, oneOf, allOf])
    if (Array.isArray(several))
      for (const at of several.keys()) yield [several, at, variantName(several[at], name)];
}

/** Of several shapes the one that a constant tells from the others is named by it. */
function variantName(schema: unknown, name: string): string {
  const properties = isObject(schema) && isObject(schema.properties) ? schema.properties : {};
  for (const field of ['verdict', 'outcome', 'kind']) {
    const tag = properties[field];
    if (isObject(tag) && typeof tag.const === 'string') return `${name}-${tag.const}`;
  }
  return name;
}

/**
 * Objects that stand in several places of a document once, under names: by what they most often describe.
 * @param schemas with their names, in the order of the document; changed in place: a repeated object becomes a `$ref`
 */
export function extractComponents(
  schemas: readonly (readonly [place: Json, key: string, name: string])[],
): Json {
  const seen = new Map<string, Seen>();
  const texts = new Map<unknown, string>();
  const count = (schema: unknown, name: string, first: string): void => {
    if (!isObject(schema)) return;
    const text = JSON.stringify(schema);
    texts.set(schema, text);
    if (isObject(schema.properties) && text.length >= SHORTEST) {
      const known = seen.get(text) ?? { times: 0, names: new Map(), first };
      known.times += 1;
      known.names.set(name, (known.names.get(name) ?? 0) + 1);
      seen.set(text, known);
    }
    for (const [place, key, inner] of below(schema, name)) count((place as Json)[key], inner, first);
  };
  for (const [place, key, name] of schemas) count(place[key], name, name);

  const components: Json = {};
  const nameOfText = new Map<string, string>();
  const nameFor = (text: string, { names, first }: Seen): string => {
    const [best = first] = [...names].toSorted(([, one], [, other]) => other - one)[0] ?? [];
    const inFirst = inPascalCase(`${first.replace(/-(answer|body)$/, '')}-${best}`);
    let name = GENERIC.has(best) ? inFirst : inPascalCase(best);
    if (name in components) name = inFirst;
    for (let at = 2; name in components; at += 1) name = `${inFirst}${at}`;
    nameOfText.set(text, name);
    return name;
  };
  const replace = (place: Json | unknown[], key: string | number): void => {
    const schema = (place as Json)[key];
    if (!isObject(schema)) return;
    const text = texts.get(schema) ?? '';
    const known = seen.get(text);
    const isRepeated = known !== undefined && known.times > 1;
    const existing = nameOfText.get(text);
    if (isRepeated && existing === undefined) components[nameFor(text, known)] = schema;
    if (!isRepeated || existing === undefined)
      for (const [inner, innerKey] of below(schema, '')) replace(inner, innerKey);
    if (isRepeated) (place as Json)[key] = { $ref: `#/components/schemas/${nameOfText.get(text)}` };
  };
  for (const [place, key] of schemas) replace(place, key);
  return components;
}
