import { registerExportRoutes } from '#server/api/index.ts';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createExportsService, type ExportSources } from '#server/domains/content/exports/index.ts';
import { startRefundsApp, type RefundsApp, type Signed } from '../../fixtures/refunds-app.ts';

let fixture: RefundsApp;
let me: Signed;

beforeAll(async () => {
  fixture = await startRefundsApp();
  registerExportRoutes(
    fixture.app.app,
    createExportsService({
      sources: fixture.parts.exportSources as ExportSources,
      text: (...asked) => fixture.parts.texts.text(...asked),
      actions: fixture.parts.actions,
      rolesOf: async () => [],
      onError: () => undefined,
    }),
  );
});
afterAll(() => fixture.close());
beforeEach(async () => {
  me = await fixture.signIn();
  await fixture.credit(me.personId, 100_000_00);
});

async function rows(list: string, query = ''): Promise<string[][]> {
  const address = `${fixture.app.url}/api/shop/export/${list}?format=csv&language=en${query}`;
  const answer = await fetch(address, { headers: { cookie: me.cookie } });
  expect(answer.status).toBe(200);
  return parse(await answer.text(), { bom: true, delimiter: [',', ';'], relax_column_count: true });
}

test('movements of money are taken along with their type and what could be spent after them', async () => {
  const id = await fixture.asked(me);
  await fixture.cancel(id, me);
  const [head, released, held, paid] = await rows('transactions');
  expect(head!.slice(1, 4)).toEqual(['Description', 'Concerning', 'Type']);
  expect(released!.slice(1)).toEqual([
    'Refund cancelled: the money is free again',
    `Refund ${id}`,
    'Hold',
    '5000,00',
    '100000,00',
    '0,00',
    'Done',
  ]);
  expect(held!.slice(1, 5)).toEqual(['Held for a refund', `Refund ${id}`, 'Hold', '5000,00']);
  expect(paid!.slice(1, 5)).toEqual(['Top-up', '', 'Income', '100000,00']);
  expect(await rows('transactions', '&kind=hold')).toHaveLength(2);
  expect(await rows('transactions', '&kind=hold&type=income')).toHaveLength(1);
});

test('refunds are taken along with where they went and what was said', async () => {
  const [first, second] = [await fixture.asked(me), await fixture.asked(me)];
  const operator = await fixture.signIn(['operator']);
  await fixture.decide(first, 'refuse', operator, { reason: 'No such account' });
  const [, open, refused] = await rows('refunds');
  expect([open![0], ...open!.slice(2)]).toEqual([
    String(second),
    'Namuna bank, 20208000912345678001',
    '5000,00',
    '0,00',
    'Requested',
    '',
  ]);
  expect(refused!.slice(5)).toEqual(['Rejected', 'No such account']);
  expect(await rows('refunds', '&status=rejected')).toHaveLength(2);
});

test.each([
  ['transactions', 'status=paid'],
  ['transactions', 'kind=gift'],
  ['refunds', 'kind=hold'],
  ['refunds', 'status=lost'],
])('%s has no filter %s', async (list, query) => {
  const answer = await fixture.app.call('GET', `/api/shop/export/${list}?${query}`, { cookie: me.cookie });
  expect([answer.status, answer.body.ERROR.code]).toEqual([400, 'exports.unknown-filter']);
});
