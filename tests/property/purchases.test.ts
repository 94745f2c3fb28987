import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WorkflowStep } from '#server/workflows/crash-steps.ts';
import { checkLedger } from '../fixtures/check-ledger.ts';
import { COMPLETE } from '../fixtures/complete-run.ts';
import { purchaseWorkflows, UNIT, type PurchaseWorkflows } from '../fixtures/purchase-workflows.ts';
import { testDatabase, type TestDatabase } from '../fixtures/services.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase('template', 10);
});
afterAll(() => database.close());

const RUNS = COMPLETE ? 60 : 8;
const PEOPLE = 3;
const UNITS = 4;

const CRASHES: readonly WorkflowStep[] = [
  'purchase-reserved',
  'purchase-held',
  'purchase-reservation-committed',
  'purchase-code-sent',
  'purchase-code-used',
  'purchase-settled',
  'purchase-recorded',
  'purchase-committed',
  'purchase-ended',
  'sale-at-fixed-price-ended',
];

class Crash extends Error {}

const who = fc.integer({ min: 0, max: PEOPLE - 1 });
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('reserve' as const),
      who,
      quantity: fc.integer({ min: 1, max: UNITS + 1 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('confirm' as const), who }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('wrong' as const), who }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('cancel' as const), who }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('pass' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('round' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('suspend' as const, 'resume' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('end' as const, 'withdraw' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('crash' as const), at: fc.constantFrom(...CRASHES) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('gateway' as const), away: fc.boolean() }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

interface World {
  it: PurchaseWorkflows;
  lotId: number;
  people: string[];
}

const by = { personId: '00000000-0000-4000-8000-000000000001', reason: 'a question' };

async function take({ it, lotId, people }: World, given: Step): Promise<unknown> {
  switch (given.do) {
    case 'reserve':
      // The pause between two codes of a person has tests of its own.
      await database.pool.query("update one_time_code_send set sent_at = sent_at - interval '2 minutes'");
      return it.reserve(lotId, people[given.who]!, given.quantity);
    case 'confirm':
      return it.confirm(lotId, people[given.who]!);
    case 'wrong':
      return it.confirm(lotId, people[given.who]!, it.wrongCode(people[given.who]!));
    case 'cancel':
      return it.cancel(lotId, people[given.who]!);
    case 'pass':
      return it.letPass(lotId);
    case 'round':
      await it.expireAll();
      return it.endAll();
    case 'suspend':
    case 'resume':
      return it.suspend(lotId, `${given.do}-sale`, by);
    case 'end':
      return it.letEnd(lotId);
    case 'withdraw':
      return it.sales.withdraw(lotId, { by: 'staff', reason: 'a court' });
    case 'gateway':
      it.gateways.away = given.away;
      return null;
    case 'crash':
      it.crash.at = (at) => {
        if (at !== given.at) return;
        it.crash.at = () => undefined;
        throw new Crash(at);
      };
      return null;
  }
}

/** What holds after every step. */
async function holds({ it, lotId, people }: World): Promise<void> {
  const { units, reserved, sold } = await it.stock(lotId);
  expect(reserved + sold).toBeLessThanOrEqual(units);
  for (const personId of people) {
    const [free, held] = [await it.wallet.balanceOf(personId), await it.held(personId)];
    const { items } = await it.service.mine(personId, { page: 1, size: 100, lot: lotId });
    const bought = items.filter(({ state }) => state === 'bought');
    const spent = bought.reduce((sum, { totalTiyin }) => sum + totalTiyin, 0);
    expect(free + held + spent).toBe(10 * UNIT);
    expect(items.filter(({ state }) => state === 'reserved').length).toBeLessThanOrEqual(1);
  }
}

test('in any history units and money of a sale at a fixed price end together', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
      const it = purchaseWorkflows(database);
      const people: string[] = [];
      for (let i = 0; i < PEOPLE; i += 1) people.push(await it.person(10 * UNIT));
      const world: World = { it, lotId: await it.lot(UNITS), people };
      for (const given of steps) {
        try {
          await take(world, given);
        } catch (error) {
          // The process died there; the next one goes on.
          if (!(error instanceof Crash)) throw error;
        }
        await holds(world);
      }
      it.crash.at = () => undefined;
      // A suspended sale does not end.
      await it.suspend(world.lotId, 'resume-sale', by);
      await it.letEnd(world.lotId);
      await it.letPass(world.lotId);
      await it.expireAll();
      await it.endAll();
      await holds(world);
      const { reserved, sold } = await it.stock(world.lotId);
      expect(reserved).toBe(0);
      const lot = await it.lots.get(world.lotId);
      expect(lot?.outcome).toBe(sold > 0 ? 'sold' : lot?.status === 10 ? 'withdrawn' : 'no-price-given');
      expect(await checkLedger(database.db)).toEqual([]);
    }),
    { numRuns: RUNS, seed: 20261123, endOnFailure: true },
  );
}, 600_000);
