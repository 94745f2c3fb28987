import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AUCTION_EVENTS } from '#server/auction/index.ts';
import { createActionLog } from '#server/domains/staff/action-log/index.ts';
import { createConflicts } from '#server/domains/people/conflicts-of-interest/conflicts-of-interest.service.ts';
import { createStaffTasks } from '#server/domains/staff/tasks/staff-tasks.service.ts';
import { anomalyFlagsModule } from '#server/domains/staff/anomaly-flags/index.ts';
import { createAnomalyFlags } from '#server/domains/staff/anomaly-flags/anomaly-flags.service.ts';
import {
  createJudgeEndedAuctions,
  lastNight,
} from '#server/domains/staff/anomaly-flags/judge-ended-auctions.ts';
import { readJudgedFacts } from '#server/domains/staff/anomaly-flags/judged-facts.repository.ts';
import { OFFER_EVENTS } from '#server/domains/trade/second-offers/index.ts';
import { createTradeApplicationsRepository } from '#server/domains/trade/trade-applications/index.ts';
import { publishTestLot } from '../../fixtures/lots.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';

const PAGE = { page: 1, size: 100, state: 'all', order: 'score' } as const;
const START = 100_000_00;
const DAY_MS = 86_400_000;
const REASON = 'They are brothers who collect the same coins.';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
// Logs of rooms are written here without their chains.
afterAll(() => database.close('spoiled'));

interface Facts {
  roles?: string[];
  phone?: string;
}
async function person(name: string, { roles = [], phone }: Facts = {}) {
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into person (issuer, subject, kind, name, language, roles, phone)
     values ('test', $1, 'natural', $2, 'uz', $3, $4) returning id`,
    [randomUUID(), name, roles, phone ?? null],
  );
  return { personId: rows[0]!.id, name };
}
const newId = async (name: string, facts?: Facts) => (await person(name, facts)).personId;

interface Held {
  seller?: string;
  daysAgo?: number;
  /** Who offered how much, in order. */
  prices: readonly [string, number][];
  /** Admitted, and offered nothing. */
  others?: readonly string[];
}
/** An auction as the room and the workflows leave it. */
async function held({ seller, daysAgo = 1, prices, others = [] }: Held): Promise<number> {
  const endedAt = new Date(Date.now() - daysAgo * DAY_MS);
  const lotId = await publishTestLot(database, {
    ruleSet: 'private',
    startPriceTiyin: START,
    customerPersonId: seller ?? null,
    publishedAt: new Date(endedAt.getTime() - 10 * DAY_MS),
    opensAt: new Date(endedAt.getTime() - DAY_MS),
    closesAt: endedAt,
  });
  const people = [...new Set([...prices.map(([id]) => id), ...others])];
  const applications = createTradeApplicationsRepository(database.db);
  for (const id of people) await applications.apply(lotId, id, 0);
  const [winner, price] = prices.at(-1) ?? [null, null];
  await database.pool.query(
    `update trade_application set requested_at = $2, status = case when person_id = $3 then 'won' else 'lost' end
     where lot_id = $1`,
    [lotId, new Date(endedAt.getTime() - 9 * DAY_MS), winner],
  );
  await database.pool.query(
    `insert into auction_lot (lot_id, terms, terms_hash, head_hash, deadline_us, phase, outcome, winner, price_tiyin, closed_at)
     select id, jsonb_build_object('rules', rules, 'startPriceTiyin', start_price_tiyin), '', '', 0, 'closed', 'sold', $2, $3, $4
     from lot where id = $1`,
    [lotId, winner, price, endedAt],
  );
  for (const [at, [id, amountTiyin]] of prices.entries())
    await database.pool.query(
      `insert into auction_entry (lot_id, seq, epoch, log_id, prev_log_id, hash, entry) values ($1, $2, 1, '', '', '', $3)`,
      [lotId, at + 1, JSON.stringify({ kind: 'price', by: 'offer', person: id, amountTiyin })],
    );
  await database.pool.query(
    `update lot set status = 7, outcome = 'sold', room_price_tiyin = $2, winner_person_id = $3, ended_at = $4 where id = $1`,
    [lotId, price, winner, endedAt],
  );
  return lotId;
}
const duel = (drives: string, wins: string, daysAgo: number) =>
  held({
    daysAgo,
    prices: [
      [drives, 1.1 * START],
      [wins, 1.2 * START],
      [drives, 1.3 * START],
      [wins, 1.4 * START],
    ],
  });

const judging = () => createJudgeEndedAuctions(database.db);
/** Its room closed a while ago. */
async function close(...lotIds: number[]): Promise<void> {
  for (const lotId of lotIds) await judging().close(lotId, database.db);
  await database.pool.query(`update anomaly_judgement set due_at = now() where lot_id = any($1)`, [lotIds]);
}
async function judge(...lotIds: number[]): Promise<void> {
  await close(...lotIds);
  await judging().judgeDue();
}

const staff = () =>
  createAnomalyFlags({
    db: database.db,
    record: (action, tx) => createActionLog(tx).record({ ...action, address: null }),
    colleagues: () =>
      createStaffTasks({
        db: database.db,
        record: (action, tx) => createActionLog(tx).record({ ...action, address: null }),
      }).colleagues(),
    lotsOf: createConflicts(database.db, async () => new Map()).lotsOf,
  });
const reader = { personId: randomUUID() };
const flagsOf = async (lotId: number) =>
  (await staff().page(PAGE, reader)).items.filter((flag) => flag.lotId === lotId);

/** A pair of people with four auctions in which one of them drove the other up; the flag that came of it. */
async function pairFlag() {
  const [one, other] = [await newId('Drives'), await newId('Wins')];
  const lots = [];
  for (const daysAgo of [9, 8, 7, 6]) lots.push(await duel(one, other, daysAgo));
  await judge(...lots);
  const [listed] = await flagsOf(lots[3]!);
  return { one, other, lots, flag: await staff().one(listed!.id, reader) };
}

describe('an ended auction', () => {
  test('of a pair that drove prices up raises a flag with the auctions and people in it, once', async () => {
    const { one, other, lots, flag } = await pairFlag();
    expect(flag).toMatchObject({
      sign: 'pair',
      state: 'new',
      owner: null,
      facts: { meetings: 4, driven: 4, share: 100 },
    });
    expect(flag.evidence).toHaveLength(8);
    expect(new Set(flag.evidence.map(({ lotId }) => lotId))).toEqual(new Set(lots));
    expect(new Set(flag.evidence.map((row) => row.person?.id))).toEqual(new Set([one, other]));
    expect(flag.evidence.find((row) => row.person?.id === one)).toMatchObject({
      person: { name: 'Drives' },
      facts: { offers: 2, drove: 2, won: 0 },
    });
    await judge(...lots);
    const again = await staff().one(flag.id, reader);
    expect(again).toEqual(flag);
    expect(again.steps.map(({ step, by }) => [step, by])).toEqual([['raised', null]]);
    expect((await staff().page(PAGE, reader)).items.filter(({ sign }) => sign === 'pair')).toHaveLength(1);
  });

  test('adds new evidence to its flag; what was dismissed is new again by it, and by nothing else', async () => {
    const { one, other, lots, flag } = await pairFlag();
    const anna = await person('Anna', { roles: ['operator'] });
    await staff().dismiss(flag.id, REASON, anna);
    await judge(...lots);
    expect((await staff().one(flag.id, reader)).state).toBe('dismissed');
    const fifth = await duel(one, other, 5);
    await judge(fifth);
    const reopened = await staff().one(flag.id, reader);
    expect(reopened).toMatchObject({ state: 'new', lotId: fifth, facts: { driven: 5 } });
    expect(reopened.evidence).toHaveLength(10);
    const sixth = await duel(one, other, 4);
    await judge(sixth);
    expect((await staff().one(flag.id, reader)).steps.map(({ step }) => step)).toEqual([
      'raised',
      'dismissed',
      'reopened',
      'grown',
    ]);
    // Judged once more at night, an older one knows less than what was seen since.
    await judge(lots[3]!);
    expect(await staff().one(flag.id, reader)).toMatchObject({ lotId: sixth, facts: { driven: 6 } });
  });

  test('is judged by several workers at once as by one', async () => {
    const [one, other] = [await newId('A'), await newId('B')];
    const lots = [];
    for (const daysAgo of [9, 8, 7, 6, 5, 4]) lots.push(await duel(one, other, daysAgo));
    await close(...lots);
    await Promise.all([judging().judgeDue(), judging().judgeDue(), judging().judgeDue()]);
    const { rows } = await database.pool.query(
      `select f.id, (select count(*)::int from anomaly_evidence e where e.flag_id = f.id) as rows
       from anomaly_flag f where key = $1`,
      [`pair:${[one, other].toSorted().join(':')}`],
    );
    expect(rows).toEqual([{ id: expect.any(Number), rows: 12 }]);
  });

  test('shows who is tied to its seller by the phone and the network, and says how many share it', async () => {
    const seller = await newId('Seller', { phone: '+998901112233' });
    const [tied, stranger] = [await newId('Tied', { phone: '+998901112233' }), await newId('Stranger')];
    for (const id of [seller, tied])
      await createActionLog(database.db).record({
        personId: id,
        type: 'sign-in',
        action: 'in',
        result: 'done',
        address: '203.0.113.77',
      });
    const lotId = await held({
      seller,
      daysAgo: 0,
      prices: [
        [stranger, 1.1 * START],
        [tied, 1.2 * START],
      ],
    });
    expect(
      (await readJudgedFacts(database.db, lotId))?.ties.toSorted((a, b) => (a.tie < b.tie ? -1 : 1)),
    ).toEqual([
      { personId: tied, tie: 'network', people: 2 },
      { personId: tied, tie: 'phone', people: 2 },
    ]);
    await judge(lotId);
    expect(await flagsOf(lotId)).toMatchObject([{ sign: 'seller-tie', score: 100, facts: { ties: 2 } }]);
  });

  test('counts refused attempts, stored and only counted, but none that the platform caused', async () => {
    const [floods, wins] = [await newId('Floods'), await newId('Wins')];
    const lotId = await held({ prices: [[wins, 1.1 * START]], others: [floods] });
    const at = new Date(Date.now() - DAY_MS - 3_600_000);
    at.setUTCSeconds(0, 0);
    const attempts = `insert into auction_attempt (lot_id, person, bid_id, command, verdict, reason, received_at)
      select $1, $2, n::text, 'place', 'refused', $3, $4::timestamptz + n * interval '100 milliseconds'
      from generate_series(1, $5) as n`;
    await database.pool.query(attempts, [lotId, floods, 'below-suggested', at, 40]);
    await database.pool.query(attempts, [lotId, wins, 'suspended', at, 200]);
    await database.pool.query(
      `insert into auction_attempt_count (lot_id, minute_at, person, reason, times) values ($1, $2, $3, 'below-suggested', 70)`,
      [lotId, at, floods],
    );
    await judge(lotId);
    expect(await flagsOf(lotId)).toMatchObject([
      { sign: 'refused-flood', facts: { attempts: 110, mostInMinute: 110 } },
    ]);
  });

  test('is compared with what its category sold before, and its offers with what was suggested', async () => {
    const people = [await newId('One'), await newId('Two')] as const;
    await database.pool.query(`update lot set outcome = 'withdrawn' where outcome = 'sold'`);
    for (let sold = 0; sold < 5; sold += 1)
      await held({ daysAgo: 20 + sold, prices: [[people[0], 2 * START]] });
    const lotId = await held({
      prices: [
        [people[0], 1.1 * START],
        [people[1], 1.5 * START],
        [people[0], 3 * START],
      ],
    });
    const facts = await readJudgedFacts(database.db, lotId);
    expect(facts?.similar.map(({ growth }) => growth)).toEqual([2, 2, 2, 2, 2]);
    expect(facts?.prices[2]).toMatchObject({ amountTiyin: 3 * START, beforeTiyin: 1.5 * START });
    await judge(lotId);
    expect(await flagsOf(lotId)).toMatchObject([{ sign: 'jump', facts: { jumps: 1 } }]);
  });
});

describe('a reserve participant who bought', () => {
  test('far below what the winner had offered is a flag about both', async () => {
    const [winner, reserve] = [await newId('Walks away'), await newId('Buys')] as const;
    const lotId = await held({
      prices: [
        [reserve, START],
        [winner, 1.9 * START],
      ],
    });
    await database.pool.query(
      `insert into offer (lot_id, kind, person_id, bidder_number, price_tiyin, deposit_tiyin, answer_by)
       values ($1, 'reserve', $2, 1, $3, 0, now())`,
      [lotId, reserve, START],
    );
    await judge(lotId);
    expect(await flagsOf(lotId)).toEqual([]);
    await database.pool.query(
      `with sale as (
         insert into settlement (lot_id, sale, person_id, bidder_number, price_tiyin, deposit_tiyin, paid_tiyin, state,
           sold_at, protest_until, due_at, default_at)
         values ($1, 'reserve', $2, 1, $3, 0, 0, 'awaiting', now(), now(), now(), now() + interval '1 hour') returning id)
       update offer set state = 'accepted', settlement_id = (select id from sale), decided_at = now(), decided_by = 'rules'
       where lot_id = $1`,
      [lotId, reserve, START],
    );
    await judge(lotId);
    expect(await flagsOf(lotId)).toMatchObject([{ sign: 'far-reserve', facts: { percent: 47 } }]);
  });
});

describe('a judgement', () => {
  const dueOf = async (lotId: number) => {
    const { rows } = await database.pool.query(
      `select due_at, judged_at, due_at > now() as waits from anomaly_judgement where lot_id = $1`,
      [lotId],
    );
    return rows[0];
  };

  test('that fails leaves nothing and stays due, and holds up no other auction', async () => {
    const people = [await newId('A'), await newId('B')] as const;
    const lots = [await duel(...people, 3), await duel(...people, 2)];
    await close(...lots);
    const failing = createJudgeEndedAuctions(database.db, (on, lotId) => {
      if (lotId === lots[0]) throw new Error('not readable');
      return readJudgedFacts(on, lotId);
    });
    await expect(failing.judgeDue()).rejects.toMatchObject({ errors: [{ message: 'not readable' }] });
    expect(await dueOf(lots[0]!)).toMatchObject({ judged_at: null, waits: true });
    expect((await dueOf(lots[1]!)).judged_at).not.toBeNull();
    await close(lots[0]!);
    await judging().judgeDue();
    expect((await dueOf(lots[0]!)).judged_at).not.toBeNull();
  });

  test('waits until the result of the auction is noted, and rehearsals are never judged', async () => {
    const lotId = await held({ prices: [] });
    await database.pool.query('update lot set ended_at = null where id = $1', [lotId]);
    await judge(lotId);
    expect(await dueOf(lotId)).toMatchObject({ judged_at: null, waits: true });
    const rehearsal = await publishTestLot(database);
    await judging().close(rehearsal, database.db);
    expect(await dueOf(rehearsal)).toBeUndefined();
  });

  test('is due a minute after the close, and once more at night', async () => {
    const night = lastNight(Date.now());
    const lotId = await held({ prices: [] });
    await database.pool.query('update lot set ended_at = $2 where id = $1', [
      lotId,
      new Date(night.getTime() - 60_000),
    ]);
    await judging().close(lotId, database.db);
    expect((await dueOf(lotId)).waits).toBe(true);
    await database.pool.query(
      `update anomaly_judgement set due_at = $2, judged_at = $2::timestamptz + interval '1 second' where lot_id = $1`,
      [lotId, new Date(night.getTime() - 30_000)],
    );
    const worker = judging();
    await worker.noteNight();
    expect((await dueOf(lotId)).due_at).toEqual(night);
    await worker.judgeDue();
    const { judged_at } = await dueOf(lotId);
    await judging().noteNight();
    await worker.judgeDue();
    expect((await dueOf(lotId)).judged_at).toEqual(judged_at);
  });

  test('is due by the hammer of its room, and by an offer that its reserve participant accepts', async () => {
    const lotId = await held({ prices: [] });
    const actions = createActionLog(database.db);
    const given = {
      database,
      actions,
      conflicts: createConflicts(database.db, async () => new Map()),
      tasks: createStaffTasks({
        db: database.db,
        record: (action) => actions.record({ ...action, address: null }),
      }),
    };
    const parts = { ...given, ...anomalyFlagsModule.create(given) };
    const [listener] = anomalyFlagsModule.listeners?.(parts)[AUCTION_EVENTS.hammer] ?? [];
    await listener?.handle({ entry: { lotId } }, database.db, { id: 1, topic: AUCTION_EVENTS.hammer });
    expect(await dueOf(lotId)).toMatchObject({ judged_at: null, waits: true });

    const sold = await held({ prices: [] });
    const [again] = anomalyFlagsModule.listeners?.(parts)[OFFER_EVENTS.accepted] ?? [];
    await again?.handle({ offerId: 1, lotId: sold }, database.db, { id: 2, topic: OFFER_EVENTS.accepted });
    expect(await dueOf(sold)).toMatchObject({ judged_at: null, waits: true });
  });

  test('at night is at three in Tashkent', () => {
    expect(lastNight(Date.UTC(2026, 4, 5, 21, 59)).toISOString()).toBe('2026-05-04T22:00:00.000Z');
    expect(lastNight(Date.UTC(2026, 4, 5, 22, 0)).toISOString()).toBe('2026-05-05T22:00:00.000Z');
  });
});

describe('staff', () => {
  test('take a flag, look at it, escalate and dismiss it with a reason, each recorded', async () => {
    const { flag } = await pairFlag();
    const anna = await person('Anna', { roles: ['operator'] });
    const boris = await person('Boris', { roles: ['administrator'] });
    const auditor = await person('Vali', { roles: ['auditor'] });
    expect(await staff().look(flag.id, anna)).toMatchObject({
      state: 'looked-at',
      owner: { id: anna.personId, name: 'Anna' },
    });
    await expect(staff().look(flag.id, boris)).rejects.toMatchObject({ code: 'anomaly-flags.state' });
    await expect(staff().own(flag.id, auditor.personId, anna)).rejects.toMatchObject({
      code: 'anomaly-flags.no-colleague',
    });
    expect(await staff().own(flag.id, boris.personId, anna)).toMatchObject({ owner: { name: 'Boris' } });
    expect((await staff().escalate(flag.id, REASON, boris)).state).toBe('escalated');
    const dismissed = await staff().dismiss(flag.id, REASON, boris);
    expect(dismissed.state).toBe('dismissed');
    expect(dismissed.steps.map(({ step, by, text }) => [step, by, text])).toEqual([
      ['raised', null, null],
      ['looked-at', 'Anna', null],
      ['owner', 'Anna', 'Boris'],
      ['escalated', 'Boris', REASON],
      ['dismissed', 'Boris', REASON],
    ]);
    const { rows } = await database.pool.query(
      `select action, reason from person_action where type = 'anomaly-flag' and person_id = any($1) order by id`,
      [[anna.personId, boris.personId]],
    );
    expect(rows).toEqual([
      { action: 'looked-at', reason: `flag:${flag.id}` },
      { action: 'owner', reason: `flag:${flag.id} person:${boris.personId}` },
      { action: 'escalated', reason: `flag:${flag.id} ${REASON}` },
      { action: 'dismissed', reason: `flag:${flag.id} ${REASON}` },
    ]);
    await expect(staff().one(999_999, reader)).rejects.toMatchObject({ status: 404 });
  });

  test('find flags by state, sign and owner, the most urgent first', async () => {
    const { flag } = await pairFlag();
    const anna = await person('Anna', { roles: ['operator'] });
    await staff().look(flag.id, anna);
    const ids = async (asked: object, by = anna) =>
      (await staff().page({ ...PAGE, ...asked }, by)).items.map(({ id }) => id);
    expect(await ids({ owner: 'mine' })).toEqual([flag.id]);
    expect(await ids({ owner: 'unowned' })).not.toContain(flag.id);
    expect(await ids({ state: 'looked-at', sign: 'pair' })).toContain(flag.id);
    expect(await ids({ sign: 'jump' })).not.toContain(flag.id);
    expect(await ids({ state: 'unfinished' })).toContain(flag.id);
    expect(await ids({ state: 'dismissed' })).not.toContain(flag.id);
    const scores = (await staff().page(PAGE, anna)).items.map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((one, other) => other - one));
    expect((await ids({ order: 'newest' }))[0]).toBe(flag.id);
  });

  test('dismiss nothing that a colleague has escalated, unless that one has left', async () => {
    const { flag } = await pairFlag();
    const honest = await person('Honest', { roles: ['operator'] });
    const friend = await person('Friend', { roles: ['operator'] });
    await staff().escalate(flag.id, REASON, honest);
    await expect(staff().dismiss(flag.id, REASON, friend)).rejects.toMatchObject({
      code: 'anomaly-flags.escalated',
    });
    expect((await staff().one(flag.id, reader)).state).toBe('escalated');
    await database.pool.query(`update person set roles = '{}' where id = $1`, [honest.personId]);
    expect((await staff().dismiss(flag.id, REASON, friend)).state).toBe('dismissed');
  });

  test('with a part in one of its auctions see no flag, and change none', async () => {
    const { one, flag } = await pairFlag();
    const part = { personId: one, name: 'Drives', address: '203.0.113.9' };
    expect((await staff().page(PAGE, part)).items.map(({ id }) => id)).not.toContain(flag.id);
    await expect(staff().one(flag.id, part)).rejects.toMatchObject({ code: 'conflict-of-interest' });
    const conflicts = createConflicts(database.db, async () => new Map());
    const asked = {
      action: 'console.dismiss-anomaly-flag',
      subject: { kind: 'anomaly-flag', param: 'id' },
      subjectId: flag.id,
    } as const;
    await expect(conflicts.judge({ ...part, ...asked })).rejects.toMatchObject({
      code: 'conflict-of-interest',
    });
    const anna = { ...(await person('Anna', { roles: ['operator'] })), address: '203.0.113.9' };
    expect(await conflicts.judge({ ...anna, ...asked })).toBe('clear');
    // Made staff after the auction: not the owner of its flag either.
    await database.pool.query(`update person set roles = '{operator}' where id = $1`, [one]);
    await expect(staff().own(flag.id, one, anna)).rejects.toMatchObject({
      code: 'anomaly-flags.no-colleague',
    });
  });
});
