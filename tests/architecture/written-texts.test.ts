import { expect, test } from 'vitest';
import { z } from 'zod';
import { CONTRACTS } from '#shared/api/index.ts';
import type { Contract } from '#shared/api/contract.ts';
import { writtenText } from '#shared/api/written-texts.ts';

/** Free texts that nobody else reads as they are, and why: `<contract>.<part>.<field>` or the end of it. */
const OTHERS: readonly (readonly [field: RegExp, why: string])[] = [
  [
    /\.query\.(?:q|search|about|find)$|^console\.find-accounts\.body\.find$/,
    'searched for and stored nowhere',
  ],
  [/^auth\.callback\.query\./, 'what the sign-in site answers; shown to no one else'],
  [/^exports\./, 'filters of a list'],
  [
    /^order\.(?:save-details|update-order)\.body\.fields\./,
    'a draft; judged by the same rule before it is sent (order-problems)',
  ],
  [/^order\.update-bank-info\.body\.requisites\./, 'judged by the same rule (order-problems)'],
  [
    /^profile\.(?:send-code|confirm)\.body\.value$|^console\.invite-staff\.body\.(?:email|phone)$/,
    'read as a phone number or an e-mail address',
  ],
  [
    /[tT]oken$|[pP]assword$|[cC]aptcha$|\.session$|\.(?:requisitesM|m)ark$|\.base$/,
    'compared and never shown',
  ],
  [/\.returnTo$|\.query\.return$/, 'a path of this site, checked as one'],
  [/^site\.contact\.body\.subject$/, 'an entry of a list'],
  [/^console\.map-order-import\.body\.columns$/, 'names of columns that the program knows'],
];

const HIDDEN = '\u200B';
/** Kinds of a schema that hold others. */
interface Def {
  type: string;
  innerType?: z.ZodType;
  element?: z.ZodType;
  valueType?: z.ZodType;
  in?: z.ZodType;
  options?: readonly z.ZodType[];
  shape?: Readonly<Record<string, z.ZodType>>;
}

/** Fields that take any text with a hidden mark in it, by their path. */
function* freeTexts(schema: z.ZodType, path: string): Generator<string> {
  const def = schema.def as unknown as Def;
  if (def.type === 'string' && takesHidden(schema as z.ZodString)) yield path;
  for (const inner of [def.innerType, def.element, def.valueType, def.in, ...(def.options ?? [])])
    if (inner) yield* freeTexts(inner, path);
  for (const [name, field] of Object.entries(def.shape ?? {})) yield* freeTexts(field, `${path}.${name}`);
}

/** What a format, a list of choices or a rule refuses without the mark is no free text. */
function takesHidden(schema: z.ZodString): boolean {
  const length = Math.max(3, schema.minLength ?? 0);
  const plain = 'a'.repeat(length);
  return schema.safeParse(plain).success && schema.safeParse(`a${HIDDEN}${plain.slice(2)}`).success;
}

const freeTextsOf = (contract: Pick<Contract, 'name' | 'body' | 'query'>): string[] =>
  (['body', 'query'] as const).flatMap((part) => {
    const schema = contract[part];
    return schema ? [...freeTexts(schema, `${contract.name}.${part}`)] : [];
  });

test('a text that others read is written without hidden marks, or its field is listed', () => {
  const found = [...new Set(CONTRACTS.flatMap(freeTextsOf))];
  expect(found.filter((field) => !OTHERS.some(([pattern]) => pattern.test(field)))).toEqual([]);
  expect(OTHERS.filter(([pattern]) => !found.some((field) => pattern.test(field)))).toEqual([]);
});

test('a plain string in a body, a list, a choice or a query is found', () => {
  const reason = z.string().trim().min(3).max(500);
  const planted = {
    name: 'planted',
    body: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('a'), reason: reason.optional(), code: z.string().regex(/^\d+$/) }),
      z.strictObject({ kind: z.literal('b'), lines: z.array(z.strictObject({ text: reason.nullable() })) }),
      z.strictObject({ kind: z.literal('c'), good: writtenText(3, 500).optional() }),
    ]),
    query: z.strictObject({ reason }),
  };
  expect(freeTextsOf(planted)).toEqual([
    'planted.body.reason',
    'planted.body.lines.text',
    'planted.query.reason',
  ]);
});
