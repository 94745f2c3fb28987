import { isDeepStrictEqual } from 'node:util';
import { ruleForbids } from '#server/platform/errors/index.ts';
import type { FieldInput } from '#shared/api/console/console-categories.ts';
import { completeName } from '#shared/content/names.ts';
import { RANGE_OF_KIND } from '#shared/orders/fact-ranges.ts';
import { codeOf } from './code-of.ts';
import type { StoredChoice, StoredField } from './stored-field.ts';

const isNumber = (kind: string): kind is keyof typeof RANGE_OF_KIND => Object.hasOwn(RANGE_OF_KIND, kind);

const refused = (what: string, code: string | null) =>
  ruleForbids(`categories.${what}`, { details: { field: code } });

function choicesOf(input: FieldInput, before: readonly StoredChoice[]): StoredChoice[] {
  const left = new Set(before.map(({ code }) => code));
  const taken = new Set(left);
  const choices = input.choices.map(({ code, label, removed }) => {
    if (code !== null && !left.delete(code)) throw refused('unknown-choice', input.code);
    const own = code ?? codeOf(label.en, taken);
    taken.add(own);
    return { code: own, label: completeName(label), removed };
  });
  // Lots and orders have them as answers.
  if (left.size > 0) throw refused('choice-missing', input.code);
  const offered = choices.filter(({ removed }) => !removed).length;
  if (input.kind === 'choice' ? offered < 2 : choices.length > 0) throw refused('choices', input.code);
  return choices;
}

function rangeOf({ code, kind, min, max, whole }: FieldInput) {
  if (!isNumber(kind)) return { min: null, max: null, whole: false };
  const ofKind = RANGE_OF_KIND[kind];
  if ((min ?? ofKind.min) > (max ?? ofKind.max)) throw refused('range', code);
  return { min, max, whole: whole || kind === 'year' };
}

/** Numbers alone have a unit; a code means the same for ever, since answers are stored by it. */
function unitOf({ code, kind, unit }: FieldInput, stored: StoredField | undefined) {
  const named = unit && completeName(unit);
  if (named && kind !== 'number' && kind !== 'area') throw refused('unit', code);
  if (stored && (stored.kind !== kind || !isDeepStrictEqual(stored.unit, named)))
    throw refused('other-meaning', code);
  return named;
}

/**
 * The fields as staff want them. What was asked once stays, marked as removed.
 * @param before fields of the category as they are stored
 * @param related fields of its group, or of the categories of the group: a code means the same there
 * @throws 422 `categories.*` with the code of the field
 */
export function mergeFields(
  inputs: readonly FieldInput[],
  before: readonly StoredField[],
  related: readonly StoredField[],
): StoredField[] {
  const known = new Map([...related, ...before].map((field) => [field.code, field]));
  const taken = new Set(known.keys());
  const seen = new Set<string>();
  const fields = inputs.map((input): StoredField => {
    const stored = input.code === null ? undefined : known.get(input.code);
    if (input.code !== null && (!stored || seen.has(input.code))) throw refused('unknown-field', input.code);
    const code = input.code ?? codeOf(input.label.en, taken);
    taken.add(code);
    seen.add(code);
    const { kind, removed } = input;
    return {
      code,
      label: completeName(input.label),
      kind,
      unit: unitOf(input, stored),
      required: input.required && !removed,
      ...rangeOf(input),
      choices: choicesOf(input, stored?.choices ?? []),
      removed,
    };
  });
  const missing = before.find(({ code }) => !seen.has(code));
  if (missing) throw refused('field-missing', missing.code);
  return fields;
}
