import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { categoryCodeOf, isLease } from '#server/domains/trade/lots/import/find-category.ts';
import {
  csvOf,
  goodRow,
  startOrderImportsApp,
  type OrderImportsApp,
} from '../../fixtures/order-imports-app.ts';
import { recordedData } from '../../fixtures/recorded-data.ts';

const file = recordedData('lots/eauksion_lots_2026-04.csv');

let fixture: OrderImportsApp;
beforeAll(async () => {
  fixture = await startOrderImportsApp();
});
afterAll(() => fixture.close());

/** A row of the state platform in the columns of an import: what it does not state is as for any private lot. */
function mapped(row: Record<string, string>): Record<string, string> {
  const { opens_at, closes_at } = goodRow('x');
  const lease = isLease(row.lot_type_specific!, row.lot_type!);
  return {
    number: row.lot_id!,
    title: row.title!,
    description: `${row.lot_type_specific}: ${row.lot_type}`,
    category: categoryCodeOf(row.lot_type_specific!, row.lot_type!) ?? '',
    category_type: 'own',
    property_type: /ер|yer|mulk/iu.test(row.lot_type_specific!) ? 'immovable' : 'movable',
    region: row.region!,
    area: row.district!,
    address: row.address || row.district!,
    latitude: row.geo_lat!,
    longitude: row.geo_lon!,
    start_price: row.start_price!,
    rent_months: lease ? '12' : '',
    opens_at: opens_at!,
    closes_at: closes_at!,
  };
}

test.skipIf(file === null)(
  `1 993 real lots become drafts of an organisation or are refused, each with a reason${file === null ? ' (skipped: the recorded lots are absent)' : ''}`,
  async () => {
    const rows = (parse(await readFile(file!), { bom: true, columns: true }) as Record<string, string>[]).map(
      mapped,
    );
    expect(rows).toHaveLength(1_993);
    const personId = await fixture.organisation();
    const { id, counts, state } = await fixture.read(personId, csvOf(rows, ','));
    expect(fixture.problems).toEqual([]);
    expect(state).toBe('ready');
    expect(counts.ready + counts.refused).toBe(1_993);
    const refused = await fixture.query<{ reason: string; count: number }>(
      `select p ->> 'field' || ':' || (p ->> 'problem') as reason, count(*)::int as count
       from order_import_row, jsonb_array_elements(problems) p where import_id = $1 group by 1 order by 2 desc, 1`,
      [id],
    );
    if (process.env.SHOW) console.log(counts, refused);
    const bare = await fixture.query(
      `select line from order_import_row where import_id = $1 and state = 'refused' and problems = '[]'`,
      [id],
    );
    expect(bare).toEqual([]);
    const sum = await fixture.query<{ count: number }>(
      `select count(*)::int as count from order_import_row where import_id = $1 and state = 'refused'`,
      [id],
    );
    expect(sum[0]!.count).toBe(counts.refused);
    const { answer } = await fixture.start(id);
    expect(answer.body).toEqual({ outcome: 'started' });
    await fixture.round();
    expect(fixture.problems).toEqual([]);
    // None has photos: all stay drafts, and none is lost or doubled.
    expect((await fixture.one(id)).counts).toMatchObject({
      draft: counts.ready,
      refused: counts.refused,
      ready: 0,
      ordered: 0,
    });
    const made = await fixture.query<{ count: number }>(
      `select count(*)::int as count from customer_order where person_id = $1 and status = 'created' and imported`,
      [personId],
    );
    expect(made[0]!.count).toBe(counts.ready);
  },
);
