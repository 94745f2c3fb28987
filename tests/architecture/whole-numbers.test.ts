import { expect, test } from 'vitest';
import { z } from 'zod';
import { idInBody, SHORT_ID_MAX, shortIdField, wholeNumber } from '#shared/api/fields.ts';
import { CONTRACTS } from '#shared/api/index.ts';
import { integerFieldsOf } from '../fixtures/integer-fields.ts';

/** Ids of tables whose ids have 32 bits. */
const SHORT_IDS = /^(region|area|category|group|place|partner)(Id)?$|^parentId$/;
/** Columns of 64 bits: ids, sums in tiyin, instants. */
const LONG =
  /(^i|I)ds?$|^(lot|order|except|copyOf|document)$|Tiyin$|^(amount|steps)$|(Us|Ms|^after|^before)$/;

/** A whole number of a request whose column has 32 bits is refused beyond them, instead of breaking the statement or a loop. */
const unbounded = (contracts: readonly (Parameters<typeof integerFieldsOf>[0] & { name: string })[]) =>
  contracts.flatMap((contract) =>
    integerFieldsOf(contract)
      .filter(({ path, max }) => {
        const name = path.findLast((each) => each !== '0') ?? '';
        return max > SHORT_ID_MAX && (SHORT_IDS.test(name) || !LONG.test(name));
      })
      .map((field) => `${contract.name} ${field.in}.${field.path.join('.')}`),
  );

test('whole numbers of requests are bounded by what their columns hold', () => {
  expect(unbounded(CONTRACTS)).toEqual([]);
});

test('one without a bound is found, in an address, in a body and deep in it', () => {
  const planted = {
    name: 'planted',
    params: z.object({ lotId: wholeNumber(1), areaId: wholeNumber(1), regionId: shortIdField }),
    query: z.object({ page: z.coerce.number().int().optional() }),
    body: z.strictObject({
      version: z.int().min(1),
      lotId: idInBody,
      figures: z.array(z.strictObject({ days: z.int().min(1), sumTiyin: z.int() })),
    }),
  };
  expect(unbounded([planted])).toEqual([
    'planted params.areaId',
    'planted query.page',
    'planted body.version',
    'planted body.figures.0.days',
  ]);
});
