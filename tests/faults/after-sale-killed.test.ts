import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { OfferState } from '#shared/lifecycles/offer.ts';
import type { SettlementState } from '#shared/lifecycles/settlement.ts';
import { LOT_STATUS as S, type LotStatus } from '#shared/lifecycles/lot-status.ts';
import { WORKFLOW_STEPS, type WorkflowStep } from '#server/workflows/crash-steps.ts';
import { pinflCheckDigit } from '#shared/validation/pinfl.ts';
import { callServer } from '../fixtures/app.ts';
import { DEPOSIT } from '../fixtures/applications-fixture.ts';
import { COMPLETE } from '../fixtures/complete-run.ts';
import { peopleOf } from '../fixtures/platform-people.ts';
import { startPlatform, type PlatformProcess } from '../fixtures/platform-process.ts';
import { eventually, testDatabase, testRedis, type TestDatabase } from '../fixtures/services.ts';
import { PRICE, soldLots, type SoldLots } from '../fixtures/sold-lots.ts';
import { releaseStalledJobs } from '../fixtures/stalled-jobs.ts';

const REST = PRICE - DEPOSIT;
/** Steps after the sale; an offer right after the hammer is committed in `conclude-killed`. */
const STEPS = WORKFLOW_STEPS.filter(
  (step) => /^(settlement|sale-lost|offer)-/.test(step) && step !== 'offer-committed',
);
/** One of each process and kind, in a run that is not complete. */
const SAMPLE: readonly WorkflowStep[] = ['settlement-money-moved', 'offer-accepted'];

let database: TestDatabase;
let sold: SoldLots;
const redis = testRedis();
let registered = 0;

beforeAll(async () => {
  database = await testDatabase('template', 5);
  sold = soldLots(database);
});
// Dropping the database proves that the books balance.
afterAll(() => database.close());

vi.setConfig({ testTimeout: 600_000 });

interface End {
  settlement: SettlementState;
  offer: OfferState | null;
  lot: LotStatus;
  settlements: number;
}
interface Sale {
  lotId: number;
  /** What the worker, or `act` at the web process, makes of it. */
  end: End;
  act?: (web: PlatformProcess) => Promise<unknown>;
}

const query = (text: string, values: unknown[] = []) => database.pool.query(text, values);

/** Somebody whom the platform knows, with the deposit on the balance. */
async function participant(): Promise<string> {
  registered += 1;
  const digits = `3010190${String(registered).padStart(6, '0')}`;
  const personId = await sold.registered(`${digits}${pinflCheckDigit(digits)}`);
  await sold.give(personId, DEPOSIT);
  return personId;
}

async function lostSale(): Promise<{ lotId: number; id: number; reserve: string }> {
  const reserve = await participant();
  const { lotId, id } = await sold.open(0, { reserve });
  await sold.pass(id, '40 days');
  return { lotId, id, reserve };
}

async function offered(): Promise<{ lotId: number; offerId: number; reserve: string }> {
  const { lotId, reserve } = await lostSale();
  for (let round = 0; round < 2; round += 1) await sold.lookAtDue();
  const { rows } = await query('select id from offer where lot_id = $1', [lotId]);
  return { lotId, offerId: rows[0].id, reserve };
}

/** A sale at which the next process that looks at it comes to the step. */
async function saleAt(step: WorkflowStep): Promise<Sale> {
  if (step === 'settlement-inserted' || step === 'settlement-committed') {
    const { lotId } = await sold.ended(REST);
    await query("update lot set ended_at = now() - interval '1 minute' where id = $1", [lotId]);
    return { lotId, end: { settlement: 'awaiting', offer: null, lot: S.awaitingPayment, settlements: 1 } };
  }
  if (step.startsWith('settlement-')) {
    const { lotId, id, personId } = await sold.open(0);
    await sold.credited(id, personId, REST);
    // Its event was lost: the look after the deadline finds it.
    await sold.passUntil(id, -2 * 60 * 60 * 1_000);
    return { lotId, end: { settlement: 'paid', offer: null, lot: S.soldAndPaid, settlements: 1 } };
  }
  if (step.startsWith('sale-lost-') || step === 'offer-inserted') {
    const { lotId } = await lostSale();
    return { lotId, end: { settlement: 'defaulted', offer: 'open', lot: S.offeredToOne, settlements: 1 } };
  }
  const { lotId, offerId, reserve } = await offered();
  if (step === 'offer-ended') {
    await query("update offer set answer_by = now() - interval '1 minute' where id = $1", [offerId]);
    return {
      lotId,
      end: { settlement: 'defaulted', offer: 'lapsed', lot: S.priceNotConfirmed, settlements: 1 },
    };
  }
  return {
    lotId,
    end: { settlement: 'awaiting', offer: 'accepted', lot: S.awaitingPayment, settlements: 2 },
    async act(web) {
      const people = peopleOf(redis, () => database);
      const { cookie } = await people.signIn({ personId: reserve, roles: ['buyer'] });
      await people.close();
      return callServer(web.url, 'POST', '/api/shop/winlot/accept-offer', { cookie, body: { offerId } });
    },
  };
}

async function endOf(lotId: number): Promise<End> {
  const { rows } = await query(
    `select l.status, (select state from offer where lot_id = l.id) as offer, count(s.id)::int as settlements,
       (array_agg(s.state order by s.id desc))[1] as settlement
     from lot l left join settlement s on s.lot_id = l.id where l.id = $1 group by l.id`,
    [lotId],
  );
  const { status, offer, settlements, settlement } = rows[0];
  return { settlement, offer, lot: status, settlements };
}

test('killed at each step after a sale, web or worker: the sale goes on from where it was, once', async () => {
  const steps = COMPLETE ? STEPS : SAMPLE;
  for (const step of steps) {
    const { lotId, end, act } = await saleAt(step);
    const before = await endOf(lotId);
    const only = { PROCESSES: act ? 'web' : 'worker' };
    const doomed = await startPlatform(
      { database, redis },
      { ...only, SAVDO_CRASH_AT: step },
      { wait: Boolean(act) },
    );
    await act?.(doomed).catch(() => undefined);
    await eventually(() => doomed.child.signalCode === 'SIGKILL', `the death at ${step}`, 60_000);
    await doomed.stop();
    process.stdout.write(`killed at ${step}\n`);
    // Until its commit nothing of it is there.
    const changed: unknown = expect.not.objectContaining(before);
    expect(await endOf(lotId), step).toEqual(step.endsWith('-committed') ? changed : before);
    if (!COMPLETE) await releaseStalledJobs(redis);
    const healthy = await startPlatform({ database, redis }, only, { wait: Boolean(act) });
    await act?.(healthy);
    await eventually(
      async () => JSON.stringify(await endOf(lotId)) === JSON.stringify(end),
      `the sale at ${step} to be ${JSON.stringify(end)}`,
      60_000,
    );
    await healthy.stop();
  }
});
