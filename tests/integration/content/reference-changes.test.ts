import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registerConsoleReferenceRoutes } from '#server/api/index.ts';
import { createLotsRepository } from '#server/domains/trade/lots/index.ts';
import { deadlineAfter } from '#server/domains/content/reference/index.ts';
import type { ReferenceChanges } from '#server/domains/content/reference-changes/index.ts';
import { repeatPractice } from '#server/workflows/selling/repeat-practice.ts';
import type { RuleSetName } from '#shared/api/site/lots.ts';
import type { ProposedContent } from '#shared/api/console/reference-proposals.ts';
import type { RuleSetFigures } from '#shared/rule-sets/rule-set-figures.ts';
import { DAY_MS, tashkentDay } from '#shared/time/tashkent.ts';
import { startTestApp, type TestApp } from '../../fixtures/app.ts';
import { publishTestLot } from '../../fixtures/lots.ts';
import { referenceChangesOf, staffMember } from '../../fixtures/reference-samples.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';

const [ANNA, BOBUR, ANNA_AGAIN] = ['Anna', 'Bobur', 'Anna again'].map(staffMember) as [
  ReturnType<typeof staffMember>,
  ReturnType<typeof staffMember>,
  ReturnType<typeof staffMember>,
];
const SAME = new Set([ANNA.personId, ANNA_AGAIN.personId]);

let database: TestDatabase;
let changes: ReferenceChanges;
let reference: ReturnType<typeof referenceChangesOf>['reference'];
/** Of the services; publication takes an instant of its own. */
let clock = () => Date.now();

beforeAll(async () => {
  database = await testDatabase();
  ({ changes, reference } = referenceChangesOf(database, {
    now: () => clock(),
    isSamePerson: (one, other) => one === other || (SAME.has(one) && SAME.has(other)),
  }));
});
afterAll(() => database.close());

const codeOf = async (work: Promise<unknown>): Promise<string> => {
  const error = (await work.then(
    () => ({ code: 'done' }),
    (fault: unknown) => fault,
  )) as { code?: string };
  return error.code ?? String(error);
};
const setOf = async (name: RuleSetName) =>
  (await changes.proposals.ruleSets(ANNA)).find((each) => each.name === name)!;
const inDays = (days: number): number => clock() + days * DAY_MS;

/** The next version of a set with some figures changed. */
async function next(
  name: RuleSetName,
  figures: Partial<RuleSetFigures>,
  validFromMs: number,
): Promise<{ base: string; reason: string; content: ProposedContent }> {
  const { base, versions } = await setOf(name);
  const content = { kind: 'rule-set' as const, name, validFromMs };
  return {
    base,
    reason: 'checking the rules',
    content: { ...content, figures: { ...versions[0]!.figures, ...figures } },
  };
}
const deposit = (percent: number) => ({
  deposit: { minPercent: percent, usualPercent: percent, maxPercent: percent },
});

describe('a rule set', () => {
  test('is changed for next month by two people, and only lots published from then on take it', async () => {
    const from = inDays(30);
    const before = await publishTestLot(database, { ruleSet: 'state-shop' });
    const proposal = await changes.proposals.propose(await next('state-shop', deposit(7), from), ANNA);
    expect(proposal).toMatchObject({ state: 'open', version: 1, may: ['change', 'withdraw'] });
    expect(await codeOf(changes.proposals.approve(proposal.id, 1, ANNA_AGAIN))).toBe(
      'reference.second-person',
    );
    expect(await changes.proposals.approve(proposal.id, 1, BOBUR)).toMatchObject({ state: 'approved' });
    expect(await codeOf(changes.proposals.approve(proposal.id, 1, BOBUR))).toBe('reference.decided');

    const meanwhile = await publishTestLot(database, { ruleSet: 'state-shop' });
    const after = await publishTestLot(database, {
      ruleSet: 'state-shop',
      publishedAt: new Date(from + 1),
    });
    const lots = createLotsRepository(database.db);
    const termsOf = async (id: number) => {
      const lot = (await lots.get(id))!;
      return [lot.rule_set_version, lot.deposit_bp];
    };
    const { version } = (await setOf('state-shop')).versions[0]!;
    expect(await termsOf(before)).toEqual([version - 1, 500]);
    expect(await termsOf(meanwhile)).toEqual([version - 1, 500]);
    expect(await termsOf(after)).toEqual([version, 700]);
    expect((await setOf('state-shop')).versions.map(({ state }) => state).slice(0, 2)).toEqual([
      'coming',
      'in-force',
    ]);
    expect((await setOf('state-shop')).inForce).toBe(version - 1);
    // Another one may follow it, and never begin before it.
    const sooner = await next('state-shop', deposit(8), from - DAY_MS);
    expect(await codeOf(changes.proposals.propose(sooner, ANNA))).toBe('reference.not-ahead');

    const { items } = await changes.history({ kind: 'rule-set', page: 1, size: 10 });
    expect(items.slice(0, 2).map(({ action, subject, by, reason }) => [action, subject, by, reason])).toEqual(
      [
        ['approve', 'state-shop', 'Bobur', null],
        ['propose', 'state-shop', 'Anna', 'checking the rules'],
      ],
    );
    const logged = await database.pool.query(
      `select action from person_action where type = 'reference' and person_id = $1 order by id`,
      [BOBUR.personId],
    );
    expect(logged.rows.map(({ action }) => action)).toContain('approve');
  });

  test('is proposed by one of two who write at the same time; the other one is refused and loses nothing', async () => {
    const written = await next('private', { operatorFeePercent: 1 }, inDays(10));
    const codes = await Promise.all([
      codeOf(changes.proposals.propose(written, ANNA)),
      codeOf(changes.proposals.propose({ ...written, reason: 'another reason' }, BOBUR)),
    ]);
    expect(codes.toSorted()).toEqual(['done', 'reference.proposed-already']);
    const { open } = await setOf('private');
    // Approved while it is changed: what was read is no longer what is proposed.
    const [author, other] = open!.proposed.by === 'Anna' ? [ANNA, BOBUR] : [BOBUR, ANNA];
    const changed = { ...written, ...(await next('private', { operatorFeePercent: 3 }, inDays(12))) };
    expect((await changes.proposals.change(open!.id, 1, changed, author)).version).toBe(2);
    expect(await codeOf(changes.proposals.approve(open!.id, 1, other))).toBe('reference.changed');
    expect(await codeOf(changes.proposals.change(open!.id, 1, written, other))).toBe('reference.changed');
    const decided = await Promise.all([
      codeOf(changes.proposals.approve(open!.id, 2, other)),
      codeOf(changes.proposals.turnDown(open!.id, 2, 'too much', other)),
      codeOf(changes.proposals.withdraw(open!.id, author)),
    ]);
    expect(decided.toSorted()).toEqual(['done', 'reference.decided', 'reference.decided']);
  });

  test('is refused when it was written from what was the latest before another was approved', async () => {
    const written = await next('private', { operatorFeePercent: 1 }, inDays(10));
    const another = await changes.proposals.propose(
      await next('private', { operatorFeePercent: 4 }, inDays(14)),
      BOBUR,
    );
    await changes.proposals.approve(another.id, 1, ANNA);
    expect((await setOf('private')).base).not.toBe(written.base);
    expect(await codeOf(changes.proposals.propose(written, ANNA))).toBe('reference.changed');
  });

  test('cannot be approved once its date has come, nor take figures that do not fit together', async () => {
    const late = await changes.proposals.propose(
      await next('practice', { leaderMayRaise: true }, inDays(2)),
      ANNA,
    );
    clock = () => Date.now() + 3 * DAY_MS;
    expect(await codeOf(changes.proposals.approve(late.id, 1, BOBUR))).toBe('reference.not-ahead');
    expect((await setOf('practice')).open).toMatchObject({ outdated: true });
    clock = () => Date.now();
    expect(await codeOf(changes.proposals.withdraw(late.id, BOBUR))).toBe('reference.not-own');
    await changes.proposals.withdraw(late.id, ANNA);
    const past = await next('practice', { leaderMayRaise: true }, clock());
    expect(await codeOf(changes.proposals.propose(past, ANNA))).toBe('reference.not-ahead');
    expect(await codeOf(changes.proposals.propose(await next('practice', {}, inDays(2)), ANNA))).toBe(
      'reference.same',
    );
    for (const [figures, path] of [
      [{ deposit: { minPercent: 9, usualPercent: 5, maxPercent: 5 } }, 'deposit.maxPercent'],
      [{ paymentWorkingDays: { min: 3, usual: 2, max: 5 } }, 'paymentWorkingDays.usual'],
      [{ lateFee: { percentPerDay: 2, capPercent: 1 } }, 'lateFee.capPercent'],
      [{ window: { kind: 'rounds', lengthMs: 60_000, pauseMs: 0 } }, 'window.kind'],
    ] as [Partial<RuleSetFigures>, string][]) {
      const error = await changes.proposals
        .propose(await next('state-live', figures, inDays(3)), ANNA)
        .catch((fault: unknown) => fault);
      expect(error).toMatchObject({
        code: 'reference.figures',
        details: { problems: [{ path }] },
      });
    }
  });

  test('says what it does to a start price, beside the version in force', async () => {
    const { versions } = await setOf('state-live');
    const figures: RuleSetFigures = {
      ...versions[0]!.figures,
      increment: { kind: 'percentOfStart', percents: [20, 10] },
      operatorFeePercent: 2,
      payoutShares: [
        {
          percent: 30,
          account: { bankName: 'B', account: '20208000900123456001', mfo: '00999', holderName: 'H' },
        },
        { percent: 70 },
      ],
    };
    const { before, after } = await changes.proposals.preview('state-live', {
      figures,
      about: { startPriceTiyin: 100_000_00 },
    });
    expect(before).toMatchObject({ firstPriceTiyin: 110_000_00, feeTiyin: 0, depositTiyin: 10_000_00 });
    expect(after).toMatchObject({
      firstPriceTiyin: 120_000_00,
      feeTiyin: 2_400_00,
      shares: [
        { holderName: 'H', amountTiyin: 35_280_00 },
        { holderName: null, amountTiyin: 82_320_00 },
      ],
    });
    expect(after?.prices.slice(0, 2)).toEqual([
      { priceTiyin: 120_000_00, mostTiyin: 2_120_000_00, incrementTiyin: 10_000_00 },
      { priceTiyin: 130_000_00, mostTiyin: 1_130_000_00, incrementTiyin: 10_000_00 },
    ]);
    // Once two of the staff have brought a directory of banks, no share goes to a bank that it does not have.
    await database.pool.query(`insert into bank (mfo, name) values ('00444', '{"uz":"Namuna bank"}')`);
    await database.pool.query(
      `insert into reference_change (kind, subject, action, person_id, person_name)
       values ('bank', 'banks.csv', 'import', 'one', 'One'), ('bank', 'banks.csv', 'import', 'other', 'Other')`,
    );
    const { proposals } = referenceChangesOf(database, { now: clock, isSamePerson: () => false }).changes;
    expect(
      await proposals.preview('state-live', { figures, about: { startPriceTiyin: 100_000_00 } }),
    ).toMatchObject({
      after: null,
      problems: [{ path: 'payoutShares.0.mfo', problem: 'mfo-unknown' }],
    });
  });

  test('says of a lot what its own deposit, step and days to pay become', async () => {
    const lotId = await publishTestLot(database, {
      ruleSet: 'private',
      startPriceTiyin: 100_000_00,
      choices: { depositPercent: 8, ownStepTiyin: 3_000_00, paymentWorkingDays: 4 },
    });
    const { versions } = await setOf('private');
    const { figures } = versions[0]!;
    const preview = (more: Partial<RuleSetFigures>) =>
      changes.proposals.preview('private', { figures: { ...figures, ...more }, about: { lotId } });
    const { lot, before, after } = await preview({
      overtime: { windowMs: 60_000, extendToMs: 120_000, capMs: 3_600_000 },
      lateFee: { percentPerDay: 1, capPercent: 10 },
      forfeitedDepositTo: 'budget',
      maxJump: { offer: 10, maximum: 20 },
    });
    expect(lot).toMatchObject({ lotId, startPriceTiyin: 100_000_00, ruleSet: 'private' });
    const own = { depositTiyin: 8_000_00, depositBp: 800, paymentWorkingDays: 4 };
    const first = before!.firstPriceTiyin;
    expect(before).toMatchObject({
      ...own,
      overtime: { windowMs: 300_000, addedMs: 300_000, latestMs: null },
      forfeitTo: 'seller',
      lateFeeTiyin: 0,
    });
    expect(before!.prices[0]).toMatchObject({ incrementTiyin: 3_000_00 });
    expect(after).toMatchObject({
      ...own,
      // A price at the last moment adds two minutes, as often as prices come, but no more than an hour in all.
      overtime: { windowMs: 60_000, addedMs: 120_000, latestMs: 3_600_000 },
      forfeitTo: 'budget',
      lateFeeTiyin: first / 100,
      // Ten steps above the first price are less than twice that price.
      prices: expect.arrayContaining([{ priceTiyin: first, mostTiyin: 2 * first, incrementTiyin: 3_000_00 }]),
      mostAutoBidTiyin: 11 * first,
    });
    // What the version forbids to lots can no longer be published.
    expect(await preview({ deposit: { minPercent: 5, usualPercent: 5, maxPercent: 7 } })).toMatchObject({
      problems: [],
      before: own,
      after: null,
    });
  });

  test('says of a lot of another rule set what its start price becomes, and knows no lot that is not there', async () => {
    const lotId = await publishTestLot(database, { ruleSet: 'practice', startPriceTiyin: 100_000_00 });
    const { versions } = await setOf('state-live');
    const { figures } = versions[0]!;
    const { lot, before } = await changes.proposals.preview('state-live', { figures, about: { lotId } });
    expect(lot?.ruleSet).toBe('practice');
    expect(before).toMatchObject({ depositTiyin: 10_000_00 });
    expect(await codeOf(changes.proposals.preview('state-live', { figures, about: { lotId: 999 } }))).toBe(
      'lots.not-found',
    );
  });
});

test('a practice room takes the next version in its next round alone', async () => {
  const from = inDays(1);
  const { id } = await changes.proposals.propose(
    await next('practice', { overtime: { windowMs: 40_000, extendToMs: 40_000 } }, from),
    BOBUR,
  );
  await changes.proposals.approve(id, 1, ANNA);
  const lots = createLotsRepository(database.db);
  const old = await publishTestLot(database, { ruleSet: 'practice' });
  const again = await repeatPractice({ lots, reference }, old, { endedAt: new Date(), participants: 1 });
  expect((await lots.get(again))?.rules.overtime).toEqual({ windowMs: 30_000, extendToMs: 30_000 });
});

test('a base amount is in force from its day, once two people agreed, and never from today', async () => {
  const amount = async (validFrom: string) => ({
    base: (await changes.proposals.baseAmounts(ANNA)).base,
    reason: 'a decree',
    content: { kind: 'base-amount' as const, amountTiyin: 450_000_00, validFrom },
  });
  expect(await codeOf(changes.proposals.propose(await amount(tashkentDay(clock())), ANNA))).toBe(
    'reference.not-ahead',
  );
  const day = tashkentDay(inDays(20));
  const { id } = await changes.proposals.propose(await amount(day), ANNA);
  expect(await codeOf(changes.proposals.approve(id, 1, ANNA))).toBe('reference.second-person');
  await changes.proposals.approve(id, 1, BOBUR);
  expect((await reference.baseAmountAt(new Date(inDays(19)))).amountTiyin).not.toBe(450_000_00);
  expect(await reference.baseAmountAt(new Date(inDays(21)))).toEqual({
    amountTiyin: 450_000_00,
    validFrom: day,
  });
  const { items } = await changes.proposals.baseAmounts(ANNA);
  expect(items.slice(0, 2).map(({ state }) => state)).toEqual(['coming', 'in-force']);
});

describe('the calendar', () => {
  /** A Tuesday that is worked, and the Saturday after it. */
  const [TUESDAY, SATURDAY] = ['2097-03-05', '2097-03-09'];

  test('takes days off, days that change places and their end, and a year that was unknown keeps its holidays', async () => {
    const works = async (day: string) =>
      (await reference.workingCalendar()).isWorkingDay(new Date(`${day}T12:00:00+05:00`));
    const fresh = async () => {
      // Another process, which has cached nothing.
      ({ reference } = referenceChangesOf(database));
    };
    expect((await changes.calendar.view(2097)).known).toBe(false);
    expect(await works('2097-12-08')).toBe(false);
    await changes.calendar.add({ kind: 'move', worked: SATURDAY, off: TUESDAY }, 'a decree', ANNA);
    await fresh();
    expect([await works(TUESDAY), await works(SATURDAY)]).toEqual([false, true]);
    expect([await works('2097-12-08'), await works('2097-01-01')]).toEqual([false, false]);
    const off = { kind: 'off', day: TUESDAY, because: 'decreed' } as const;
    expect(await codeOf(changes.calendar.add(off, 'a decree', BOBUR))).toBe('reference.day-known');
    await changes.calendar.remove(SATURDAY, 'taken back', BOBUR);
    await fresh();
    expect([await works(TUESDAY), await works(SATURDAY)]).toEqual([true, false]);
    await changes.calendar.add({ kind: 'worked', day: SATURDAY }, 'a decree', ANNA);
    const today = tashkentDay(clock());
    expect(await codeOf(changes.calendar.add({ ...off, day: today }, 'too late', ANNA))).toBe(
      'reference.day-over',
    );
    expect(await codeOf(changes.calendar.remove('2026-01-01', 'too late', ANNA))).toBe('reference.day-over');
    const { items } = await changes.history({ kind: 'calendar', page: 1, size: 10 });
    expect(items.map(({ action }) => action)).toEqual(['add', 'remove', 'add']);
  });

  test('gives a working day for each holiday on a weekend, also in a year that is written down, and takes it back', async () => {
    const { reference: fresh } = referenceChangesOf(database);
    const before = await fresh.workingCalendar();
    // A Saturday and a Sunday of a year without any row; 8 March of it is a Saturday.
    const [saturday, sunday, monday, tuesday] = ['2098-06-07', '2098-06-08', '2098-06-09', '2098-06-10'];
    const observed = (days: { day: string; reason: string }[]) =>
      days.filter(({ reason }) => reason === 'observed').map(({ day }) => day);
    const feast = (day: string) => ({ kind: 'off', day, because: 'holiday' }) as const;
    const first = await changes.calendar.add(feast(saturday), 'the feast', ANNA);
    const lawful = observed(first.days).filter((day) => day !== monday);
    expect(lawful).toContain('2098-03-10');
    for (const day of lawful) expect(before.isWorkingDay(new Date(`${day}T12:00:00+05:00`))).toBe(false);
    expect(observed(first.days)).toContain(monday);
    const second = await changes.calendar.add(feast(sunday), 'a second day', BOBUR);
    expect(observed(second.days)).toEqual(expect.arrayContaining([monday, tuesday]));
    const after = await changes.calendar.remove(saturday, 'it was the day after', ANNA);
    expect(observed(after.days)).toEqual([...lawful, monday].toSorted());
    const none = await changes.calendar.remove(sunday, 'it was another month', ANNA);
    expect(observed(none.days)).toEqual(lawful);
  });

  test('leaves working days and days of rest, whatever one person announces day by day', async () => {
    const noonOf = (day: string) => new Date(`${day}T12:00:00+05:00`);
    const fresh = () => referenceChangesOf(database).reference.workingCalendar();
    const before = await fresh();
    const daysFrom = (day: string) =>
      Array.from({ length: 90 }, (_, at) => tashkentDay(noonOf(day).getTime() + at * DAY_MS));
    const [idle, busy] = [daysFrom('2095-02-01'), daysFrom('2095-06-01')];
    const codes = new Set<string>();
    for (const day of idle.filter((each) => before.isWorkingDay(noonOf(each))))
      codes.add(
        await codeOf(changes.calendar.add({ kind: 'off', day, because: 'decreed' }, 'a decree', ANNA)),
      );
    expect(codes).toEqual(new Set(['done', 'reference.too-many-off']));
    codes.clear();
    for (const day of busy.filter((each) => !before.isWorkingDay(noonOf(each))))
      codes.add(await codeOf(changes.calendar.add({ kind: 'worked', day }, 'a decree', ANNA)));
    expect(codes).toEqual(new Set(['done', 'reference.too-many-worked']));
    const after = await fresh();
    const waits = idle.map((day) => after.addWorkingDays(noonOf(day), 5).getTime() - noonOf(day).getTime());
    expect(Math.max(...waits) / DAY_MS).toBeLessThanOrEqual(21);
    const weeks = busy.map((day) => after.addWorkingDays(noonOf(day), 7).getTime() - noonOf(day).getTime());
    expect(Math.min(...weeks) / DAY_MS).toBeGreaterThan(7);
  });

  test('moves no deadline that was given', async () => {
    const lotId = await publishTestLot(database, { ruleSet: 'state-shop' });
    const lots = createLotsRepository(database.db);
    const given = (await lots.get(lotId))!.closes_at;
    const calendar = await reference.workingCalendar();
    const day = tashkentDay(given);
    const off = [1, 2, 3, 4].map((days) => tashkentDay(given.getTime() - days * DAY_MS));
    for (const each of [day, ...off]) {
      if (each <= tashkentDay(clock()) || !calendar.isWorkingDay(new Date(`${each}T12:00:00+05:00`)))
        continue;
      await changes.calendar.add({ kind: 'off', day: each, because: 'decreed' }, 'a decree', ANNA);
    }
    expect((await lots.get(lotId))!.closes_at).toEqual(given);
    const { reference: another } = referenceChangesOf(database);
    const later = deadlineAfter(await another.workingCalendar(), new Date(clock()), 5);
    expect(later.getTime()).toBeGreaterThan(deadlineAfter(calendar, new Date(clock()), 5).getTime());
  });
});

describe('the routes', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp((http) =>
      registerConsoleReferenceRoutes(http, changes, { receive: () => Promise.reject(new Error('unused')) }),
    );
  });
  afterAll(() => app.close());

  test('are read by every role of staff and written by operators', async () => {
    const asRole = async (role: 'moderator' | 'auditor') => (await app.signIn({ roles: [role] })).cookie;
    const body = { change: { kind: 'worked', day: '2096-03-10' }, reason: 'a decree' };
    const add = async (cookie: string) =>
      (await app.call('POST', '/api/console/reference/calendar/add', { cookie, body })).status;
    const moderator = await asRole('moderator');
    const { status } = await app.call('GET', '/api/console/reference/rule-sets', { cookie: moderator });
    expect(status).toBe(200);
    expect([
      await add(moderator),
      await add(await asRole('auditor')),
      await add((await app.signIn({ personId: ANNA.personId, roles: ['operator'] })).cookie),
    ]).toEqual([403, 403, 200]);
  });
});
