import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { payoutsExport } from '#server/domains/money/payouts/payouts-export.ts';
import { settlementsExport } from '#server/domains/money/settlements/settlement-exports.ts';
import { createConflicts } from '#server/domains/people/conflicts-of-interest/conflicts-of-interest.service.ts';
import { disputeFileOwner } from '#server/domains/trade/hand-overs/dispute-files.ts';
import { handOversExport } from '#server/domains/trade/hand-overs/hand-overs-export.ts';
import { protestFileOwner } from '#server/domains/trade/protests/protest-files.ts';
import { protestsExport } from '#server/domains/trade/protests/protests-exports.ts';
import { cancellationFileOwner } from '#server/domains/trade/result-cancellations/cancellation-files.ts';
import { offersExport } from '#server/domains/trade/second-offers/second-offers-export.ts';
import type { ExportSource } from '#server/platform/modules/index.ts';
import { pinflCheckDigit } from '#shared/validation/pinfl.ts';
import { DEPOSIT } from '../../fixtures/applications-fixture.ts';
import { protestedLots, type ProtestedLots } from '../../fixtures/protested-lots.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';
import { PRICE, type SoldLots } from '../../fixtures/sold-lots.ts';

let database: TestDatabase;
let lots: ProtestedLots;
let sold: SoldLots;

beforeAll(async () => {
  database = await testDatabase();
  lots = protestedLots(database);
  sold = lots.sold;
  const conflicts = createConflicts(database.db, async () => new Map());
  sold.hook.rivalLots = (personId) => conflicts.lotsOf(personId);
});
afterAll(() => database.close());

let made = 0;
async function staff(): Promise<string> {
  const first = `3010190${String(800_000 + (made += 1)).padStart(6, '0')}`;
  return sold.registered(`${first}${pinflCheckDigit(first)}`, 'operator');
}
/** A cancelled application is a part in the lot for ever. */
async function withPartIn(lotId: number): Promise<string> {
  const personId = await staff();
  await database.pool.query(
    `insert into trade_application (lot_id, person_id, number, status, requested_at)
     values ($1, $2, 900, 'cancelled', now())`,
    [lotId, personId],
  );
  return personId;
}

interface Found {
  lotId: number;
  /** Who must not be seen. */
  people: string[];
}
interface List {
  name: string;
  found(): Promise<Found>;
  read(readerId: string, lotId: number): Promise<readonly unknown[]>;
  source(): ExportSource;
  filters?(lotId: number): Record<string, string>;
}

const page = { page: 1, size: 5 };

/** A paid sale, with a payout and a hand-over that its buyer confirmed. */
async function paidSale() {
  const won = await sold.open(PRICE - DEPOSIT);
  expect(await sold.paying.pay(won.id, won.personId)).toMatchObject({ outcome: 'paid' });
  await sold.handedOver(won.lotId, won.personId);
  return won;
}

async function protestedLot(): Promise<Found> {
  const { lotId, seller } = await sold.open(0);
  await lots.withOrder(lotId, seller);
  const author = randomUUID();
  await sold.give(author, DEPOSIT);
  await sold.admitted(lotId, author);
  await sold.applications.deposits.ofLot(lotId);
  const text = 'The room did not take my last price.';
  const filed = await lots.filing.file({ lotId, personId: author, isStaff: false, text });
  expect(filed.outcome).toBe('filed');
  return { lotId, people: [author, seller] };
}

const LISTS: List[] = [
  {
    name: 'payments for won lots',
    async found() {
      const { lotId, personId } = await sold.open(0);
      return { lotId, people: [personId] };
    },
    async read(personId, lotId) {
      const viewer = { personId, extends: true, cancels: true };
      const { items } = await sold.console.list(viewer, { state: 'all', lotId, ...page });
      return [...items, ...(await Promise.all(items.map(({ id }) => sold.console.one(id, viewer))))];
    },
    source: () => settlementsExport(sold.console),
  },
  {
    name: 'protests',
    found: protestedLot,
    async read(personId, lotId) {
      const viewer = { personId, roles: ['operator' as const] };
      const { items } = await lots.protests.list(viewer, { state: 'all', lotId, ...page });
      return [...items, ...(await Promise.all(items.map(({ id }) => lots.protests.one(id, viewer))))];
    },
    source: () => protestsExport(lots.protests),
  },
  {
    name: 'offers',
    async found() {
      const reserve = randomUUID();
      await sold.give(reserve, 2 * DEPOSIT);
      const { lotId, id, personId } = await sold.open(0, { reserve });
      await sold.refusing.sendCode(id, personId, '127.0.0.1');
      const refusal = await sold.refusing.refuse(id, personId, sold.codeOf(personId));
      expect(refusal.outcome).toBe('refused');
      return { lotId, people: [reserve] };
    },
    async read(personId, lotId) {
      return (await sold.offers.forStaff(personId, { state: 'all', lotId, ...page })).items;
    },
    source: () => offersExport(sold.offers),
    filters: () => ({ state: 'open' }),
  },
  {
    name: 'hand-overs',
    async found() {
      const { lotId, personId, seller } = await paidSale();
      return { lotId, people: [personId, seller] };
    },
    async read(personId, lotId) {
      const viewer = { personId, decides: true, cancels: true };
      return (await sold.handOvers.list(viewer, { state: 'all', lotId, ...page })).items;
    },
    source: () => handOversExport(sold.handOvers),
  },
  {
    name: 'payouts',
    async found() {
      const { lotId, seller } = await paidSale();
      return { lotId, people: [seller] };
    },
    async read(personId, lotId) {
      const viewer = { personId, decides: true, seesRequisites: true };
      const { items } = await sold.payouts.list(viewer, { state: 'all', lotId, ...page });
      return [...items, ...(await Promise.all(items.map(({ id }) => sold.payouts.one(id, viewer))))];
    },
    source: () => payoutsExport(sold.payouts),
  },
];

describe('after the hammer', () => {
  test.each(LISTS)('$name leave people out for staff with a part in the lot', async (list) => {
    const { lotId, people } = await list.found();
    const rival = await withPartIn(lotId);
    const [seen, hidden] = await Promise.all(
      [await staff(), rival].map(async (reader) => JSON.stringify(await list.read(reader, lotId))),
    );
    for (const person of people) {
      expect(seen).toContain(person);
      expect(hidden).not.toContain(person);
    }
    expect(JSON.parse(hidden!)).toHaveLength(JSON.parse(seen!).length);
    // Of other lots they see everybody.
    const other = await list.found();
    const shown = JSON.stringify(await list.read(rival, other.lotId));
    for (const person of other.people) expect(shown).toContain(person);
  });

  test.each(LISTS)('$name say in their file that people are hidden', async (list) => {
    const { lotId } = await list.found();
    const source = list.source();
    const cellsOf = async (personId: string) =>
      JSON.stringify(
        await source.page({
          personId,
          roles: ['operator'],
          filters: list.filters?.(lotId) ?? { state: 'all', lot: String(lotId) },
          language: 'en',
          text: (key: string) => key,
          limit: 5,
          offset: 0,
        } as never),
      );
    expect(await cellsOf(await withPartIn(lotId))).toContain(':hidden');
    expect(await cellsOf(await staff())).not.toContain(':hidden');
  });

  test('documents of a cancellation are not for staff with a part in the lot', async () => {
    const { lotId } = await paidSale();
    const [other, rival] = [await staff(), await withPartIn(lotId)];
    const { rows } = await database.pool.query<{ id: number }>(
      `insert into result_cancellation (lot_id, state, reason, proposed_by)
       values ($1, 'prepared', 'The buyer has shown that the thing is another one.', $2) returning id`,
      [lotId, randomUUID()],
    );
    const files = cancellationFileOwner(database.db, (personId) => sold.hook.rivalLots(personId));
    const access = (personId: string) => files.access(rows[0]!.id, { personId, roles: ['operator'] });
    expect(await access(other)).toBe('staff');
    expect(await access(rival)).toBe(null);
  });

  test('acts, and files of protests and disputes, are not for staff with a part in the lot', async () => {
    const idOf = async (table: 'hand_over' | 'protest', lotId: number): Promise<number> =>
      (await database.pool.query(`select id from ${table} where lot_id = $1`, [lotId])).rows[0].id;
    const other = await staff();
    const viewer = (personId: string) => ({ personId, roles: ['operator' as const] });
    const rivalLots = (personId: string) => sold.hook.rivalLots(personId);

    const { lotId } = await paidSale();
    const handOver = await idOf('hand_over', lotId);
    const rival = await withPartIn(lotId);
    const disputes = disputeFileOwner(database.db, rivalLots);
    expect(await disputes.access(handOver, viewer(other))).toBe('staff');
    expect(await disputes.access(handOver, viewer(rival))).toBe(null);
    expect(await sold.handOvers.act(handOver, viewer(rival))).toBe(null);

    const protested = await protestedLot();
    const protest = await idOf('protest', protested.lotId);
    const files = protestFileOwner(database.db, rivalLots);
    expect(await files.access(protest, viewer(other))).toBe('staff');
    expect(await files.access(protest, viewer(await withPartIn(protested.lotId)))).toBe(null);
  });
});
