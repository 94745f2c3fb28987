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

/** Free texts that may have the digits of a card or an account, and why: those of staff, and what sellers write to many at once. */
const WITH_ACCOUNTS: readonly (readonly [field: RegExp, why: string])[] = [
  [
    /\.(?:evidence|document|bankDocument|documentNumber|base|requisitesMark|columns|host|session|find)$/,
    'read by staff alone, or compared',
  ],
  [/\.query\./, 'searched for'],
  [/^console\.(?:news|help-page|message-text|contact|banner)-/, 'judged by what stores it'],
  [
    /^console\.propose-decision\.body\.payload\.(?:offer|contract)\./,
    'of two persons: the operator’s offer, with the requisites of its own',
  ],
  [/\.payoutShares\./, 'requisites, judged as such'],
  [
    /^console\.(?:settle-mismatch|[a-z-]+-bank-line|[a-z-]+-reference-(?:change|proposal))\./,
    'read by staff alone',
  ],
  [/^console\.(?:add-(?:room|task|incident)-note|(?:save|remove)-view|finish-task)\./, 'read by staff alone'],
  [/^console\.(?:open|change|close|reopen)-incident\./, 'read by staff alone'],
  [
    /^console\.(?:dismiss-anomaly-flag|escalate-anomaly-flag|retry-job|reissue-protocol|open-room-limits)\./,
    'read by staff alone',
  ],
  [
    /^console\.(?:add|remove)-calendar-day\.|^console\.(?:add-area|rename-place|hide-area)\.body\.reason$/,
    'read by staff alone',
  ],
  [/^console\.(?:[a-z-]*invit[a-z-]+)\./, 'read by administrators alone'],
  [
    /^console\.(?:propose-bar|propose-bar-lift|[a-z-]+-bar-proposal|extend-settlement|[a-z-]+-decision|[a-z-]+-result-cancellation)\.body\.(?:reason|note)$/,
    'of two persons',
  ],
];
const OF_MANY = /^console\.|^lot-questions\.answer\.|^viewings\.call-off\.|^order-action\./;
const CARD = '8600 1234 5678 9012';

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

/** Fields that take any text with these signs in it, by their path. */
function* freeTexts(schema: z.ZodType, path: string, signs: string): Generator<string> {
  const def = schema.def as unknown as Def;
  if (def.type === 'string' && takes(schema as z.ZodString, signs)) yield path;
  for (const inner of [def.innerType, def.element, def.valueType, def.in, ...(def.options ?? [])])
    if (inner) yield* freeTexts(inner, path, signs);
  for (const [name, field] of Object.entries(def.shape ?? {}))
    yield* freeTexts(field, `${path}.${name}`, signs);
}

/** What a format, a list of choices or a rule refuses without the signs is no free text. */
function takes(schema: z.ZodString, signs: string): boolean {
  const plain = 'a'.repeat(Math.max(signs.length + 2, schema.minLength ?? 0));
  return (
    schema.safeParse(plain).success && schema.safeParse(`a${signs}${plain.slice(signs.length + 1)}`).success
  );
}

const freeTextsOf = (contract: Pick<Contract, 'name' | 'body' | 'query'>, signs = HIDDEN): string[] =>
  (['body', 'query'] as const).flatMap((part) => {
    const schema = contract[part];
    return schema ? [...freeTexts(schema, `${contract.name}.${part}`, signs)] : [];
  });

test('a text that others read is written without hidden marks, or its field is listed', () => {
  const found = [...new Set(CONTRACTS.flatMap((contract) => freeTextsOf(contract)))];
  expect(found.filter((field) => !OTHERS.some(([pattern]) => pattern.test(field)))).toEqual([]);
  expect(OTHERS.filter(([pattern]) => !found.some((field) => pattern.test(field)))).toEqual([]);
});

test('what one member of staff, or a seller, writes to others names no account, or its field is listed', () => {
  const found = [
    ...new Set(
      CONTRACTS.filter(({ name }) => OF_MANY.test(name)).flatMap((contract) => freeTextsOf(contract, CARD)),
    ),
  ];
  expect(found.filter((field) => !WITH_ACCOUNTS.some(([pattern]) => pattern.test(field)))).toEqual([]);
  expect(WITH_ACCOUNTS.filter(([pattern]) => !found.some((field) => pattern.test(field)))).toEqual([]);
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
