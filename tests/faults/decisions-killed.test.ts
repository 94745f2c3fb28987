import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { WORKFLOW_STEPS, type WorkflowStep } from '#server/workflows/crash-steps.ts';
import { LOT_STATUS as S } from '#shared/lifecycles/lot-status.ts';
import { pinflCheckDigit } from '#shared/validation/pinfl.ts';
import { callServer } from '../fixtures/app.ts';
import { DEPOSIT } from '../fixtures/applications-fixture.ts';
import { sampleCancellations } from '../fixtures/cancellation-samples.ts';
import { COMPLETE } from '../fixtures/complete-run.ts';
import { handOverWorkflows, type HandOverWorkflows } from '../fixtures/hand-over-workflows.ts';
import { peopleOf } from '../fixtures/platform-people.ts';
import { startPlatform, type PlatformProcess } from '../fixtures/platform-process.ts';
import { makeSeller, requisitesOf } from '../fixtures/ready-seller.ts';
import { eventually, testDatabase, testRedis, type TestDatabase } from '../fixtures/services.ts';
import { PRICE } from '../fixtures/sold-lots.ts';
import { bankDay, statementLines, uzs } from '../fixtures/statement-lines.ts';
import { unsoldLots } from '../fixtures/unsold-lots.ts';

const REST = PRICE - DEPOSIT;
const STEPS = WORKFLOW_STEPS.filter((step) => /^(undo|repeat|hand-over|line)-/.test(step));
/** One of the web process and one of the worker, with the most to lose, in a run that is not complete. */
const SAMPLE: readonly WorkflowStep[] = ['undo-written', 'repeat-moved'];

let database: TestDatabase;
let work: HandOverWorkflows;
let unsold: Awaited<ReturnType<typeof unsoldLots>>;
const redis = testRedis();
const people = peopleOf(redis, () => database);

beforeAll(async () => {
  database = await testDatabase('template', 10);
  work = handOverWorkflows(database);
  unsold = await unsoldLots(database);
});
afterAll(async () => {
  await people.close();
  await unsold.trade.close();
  // Dropping the database proves that the books balance.
  await database.close();
});

vi.setConfig({ testTimeout: 900_000, hookTimeout: 120_000 });

const query = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows;

let registered = 0;
function somebody(): Promise<string> {
  registered += 1;
  const digits = `3020190${String(registered).padStart(6, '0')}`;
  return work.sold.registered(`${digits}${pinflCheckDigit(digits)}`);
}

interface Decision {
  /** By the web process; without it the worker does it by itself. */
  act?: (web: PlatformProcess) => Promise<unknown>;
  /** Everything that the decision changes. */
  state: () => Promise<unknown>;
  end: unknown;
}

const send = (personId: string, role: 'operator' | 'buyer', path: string, body: object) =>
  async function sent(web: PlatformProcess) {
    const { cookie } = await people.signIn({ personId, roles: [role] });
    return callServer(web.url, 'POST', path, { cookie, body });
  };
const staff = (path: string, body: object = {}) =>
  send(randomUUID(), 'operator', `/api/console${path}`, body);
const messages = async (personId: string, template: string) =>
  (await work.sold.notices(personId)).filter((each) => each === template).length;

/** A result is cancelled by the second person: a buyer who has not paid, and the deposit. */
async function undone(): Promise<Decision> {
  const seller = await somebody();
  const calls = await sampleCancellations(database, { staff: randomUUID(), seller });
  const { cancellationId } = calls['console.approve-result-cancellation'].params;
  const [row] = await query(
    `select c.lot_id::int as "lotId", s.person_id as buyer from result_cancellation c join settlement s on s.id = c.settlement_id
     where c.id = $1`,
    [cancellationId],
  );
  const before = await work.sold.balance(row.buyer);
  return {
    act: staff(`/result-cancellations/${cancellationId}/approve`, { returnsTiyin: 0, owedTiyin: 0 }),
    state: async () => {
      const [found] = await query(
        `select c.state, l.status, s.state as settlement from result_cancellation c join lot l on l.id = c.lot_id
         join settlement s on s.id = c.settlement_id where c.id = $1`,
        [cancellationId],
      );
      const returned = (await work.sold.balance(row.buyer)) - before;
      return { ...found, returned, notified: await messages(row.buyer, 'result-cancelled-returned') };
    },
    end: {
      state: 'approved',
      status: S.resultCancelled,
      settlement: 'cancelled',
      returned: DEPOSIT,
      notified: 1,
    },
  };
}

async function received(): Promise<Decision> {
  const buyer = await somebody();
  const { lotId, orderId } = await work.paid({ personId: buyer });
  return {
    act: send(buyer, 'buyer', '/api/shop/winlot/confirm-hand-over', { lotId }),
    state: async () => ({
      state: (await work.rowOf(lotId)).state,
      order: await work.orderStatus(orderId),
      flows: await work.flows(orderId),
      notified: await messages(buyer, 'handed-over'),
    }),
    end: {
      state: 'confirmed',
      order: 'finished',
      notified: 1,
      flows: ['confirm-hand-over: received', 'finish: handed-over'],
    },
  };
}

async function credited(): Promise<Decision> {
  const bank = statementLines(database, work.sold);
  const buyer = await somebody();
  const { id, lotId } = await work.sold.open(0, { personId: buyer });
  const given = { day: bankDay(), document: `K-${randomUUID()}`, credit: uzs(REST + 700) };
  const [line] = await bank.brought([given]);
  const first = { personId: randomUUID(), name: 'Xodim', address: '127.0.0.1' };
  await bank.deciding.credit(line!.id, { personId: buyer, settlementId: id }, first);
  return {
    act: staff(`/bank-lines/${line!.id}/approve`, { round: 1 }),
    state: async () => {
      const { state, steps } = await bank.line(line!.id);
      const settlement = (await work.sold.of(lotId)).state;
      const notified = await messages(buyer, 'transfer-credited');
      return { state, steps: steps.length, settlement, left: await work.sold.balance(buyer), notified };
    },
    end: { state: 'credited', steps: 2, settlement: 'paid', left: 700, notified: 1 },
  };
}

/** A lot that was not held, with the first plan of its repeat or without one. */
async function repeated(step: WorkflowStep): Promise<Decision> {
  const personId = await somebody();
  const requisites = requisitesOf(await makeSeller(database, personId));
  const orderId = await unsold.trade.approved({ stayDays: 'until-sold', requisites }, { personId });
  const listed = await unsold.trade.listing.list(orderId);
  if (listed.outcome !== 'published') throw new Error(listed.outcome);
  const { lotId } = listed;
  const follower = await somebody();
  await query('insert into favourite_lot (person_id, lot_id) values ($1, $2)', [follower, lotId]);
  await unsold.endUnsold(lotId);
  const plans = step.startsWith('repeat-plan');
  if (!plans) {
    await unsold.trade.planning.plan(lotId);
    await unsold.fallDue(lotId);
  }
  const stateOf = async () => {
    const [row] = await query(
      `select (select state from repeat_plan where lot_id = $1) as plan, (select obstacle from repeat_plan where lot_id = $1),
         (select status from lot where id = $1) as first, (select count(*)::int from lot where repeats_lot_id = $1) as rounds,
         (select status from customer_order where id = $2) as "order",
         (select count(*)::int from favourite_lot f join lot l on l.id = f.lot_id where f.person_id = $3 and l.repeats_lot_id = $1) as followed`,
      [lotId, orderId, follower],
    );
    const events = (await unsold.trade.events(orderId)).slice(3);
    return { ...row, events, notified: await messages(follower, 'lot-repeated') };
  };
  const end = plans
    ? {
        plan: 'planned',
        obstacle: null,
        first: S.notHeld,
        rounds: 0,
        order: 'traded',
        followed: 0,
        events: ['end-unsold', 'plan-repeat'],
        notified: 0,
      }
    : {
        plan: 'published',
        obstacle: null,
        first: S.archived,
        rounds: 1,
        order: 'on-trade',
        followed: 1,
        events: ['end-unsold', 'plan-repeat', 'trade-again'],
        notified: 1,
      };
  return { state: stateOf, end };
}

const decisionAt = (step: WorkflowStep): Promise<Decision> => {
  if (step.startsWith('undo')) return undone();
  if (step.startsWith('hand-over')) return received();
  return step.startsWith('line') ? credited() : repeated(step);
};

test('killed at each step of a decision after a sale: nothing is half done, and it is done once afterwards', async () => {
  for (const step of COMPLETE ? STEPS : SAMPLE) {
    const { act, state, end } = await decisionAt(step);
    const before = await state();
    expect(before, step).not.toEqual(end);
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
    // Until its commit nothing of it is there, afterwards all of it.
    expect(await state(), step).toEqual(step.endsWith('-committed') ? end : before);
    const healthy = await startPlatform({ database, redis }, only, { wait: Boolean(act) });
    // The person who decided has no answer and does it again.
    await act?.(healthy);
    await eventually(
      async () => isDeepStrictEqual(await state(), end),
      `${step} to end as ${JSON.stringify(end)}`,
      60_000,
    ).catch(async (error: unknown) => {
      throw new Error(
        `${String(error)}; it is ${JSON.stringify(await state())}\n${healthy.output().slice(-2_000)}`,
      );
    });
    await healthy.stop();
  }
});
