import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLotsRepository, type LotsRepository } from '#server/domains/trade/lots/index.ts';
import {
  createReferenceRepository,
  createReferenceService,
  type ReferenceService,
} from '#server/domains/content/reference/index.ts';
import { settlementsModule } from '#server/domains/money/settlements/index.ts';
import { repeatPractice } from '#server/workflows/selling/repeat-practice.ts';
import { up } from '../../../migrations/0030_limits-and-jumps.ts';
import { underEarlierRules } from '../../fixtures/earlier-rules.ts';
import { publishTestLot } from '../../fixtures/lots.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';

let database: TestDatabase;
let lots: LotsRepository;
let reference: ReferenceService;

beforeAll(async () => {
  database = await testDatabase();
  lots = createLotsRepository(database.db);
  reference = createReferenceService(createReferenceRepository(database.db));
});
afterAll(() => database.close());

const maxJump = { offer: 100, maximum: 1_000 };
const limits = { limitFromPrice: 3, limitPercent: 5, limitOffStep: true };
/** Before the second versions came into force. */
const EARLIER = new Date('2026-01-05T10:00:00+05:00');

test('the shipped rule sets limit offers and cap jumps, the practice room caps alone', async () => {
  for (const name of ['state-shop', 'state-live', 'private'] as const) {
    const set = await reference.ruleSetAt(name, new Date());
    const { repeat } = set.figures;
    expect(set).toMatchObject({ version: 3, figures: { ...limits, maxJump, repeat: expect.any(Object) } });
    const before = await reference.ruleSetAt(name, EARLIER);
    expect(before.version).toBe(1);
    expect(set.figures).toEqual({ ...before.figures, ...limits, maxJump, repeat });
  }
  const { version, figures } = await reference.ruleSetAt('practice', new Date());
  expect([version, figures.maxJump, figures.limitFromPrice]).toEqual([2, maxJump, undefined]);
});

test('a lot published before keeps its terms, one published now has the new ones', async () => {
  const old = await underEarlierRules(database, 'private', 2, () =>
    publishTestLot(database, { ruleSet: 'private' }),
  );
  const now = await publishTestLot(database, { ruleSet: 'private', choices: { depositPercent: 2.5 } });
  expect((await lots.get(old))?.rules).not.toHaveProperty('maxJump');
  expect((await lots.get(old))?.rules).not.toHaveProperty('limitOffStep');
  expect((await lots.get(now))?.rules).toMatchObject({ ...limits, limitPercent: 2.5, maxJump });
});

test('a lot that is published with an earlier date has the rules of the moment it is frozen', async () => {
  const dated = await publishTestLot(database, { ruleSet: 'private', publishedAt: EARLIER });
  expect(await lots.get(dated)).toMatchObject({
    rule_set_version: 3,
    rules: { maxJump },
    published_at: EARLIER,
  });
  const coming = new Date(Date.now() + 3_600_000);
  await createReferenceRepository(database.db).addRuleSet('private', coming, {
    ...(await reference.ruleSetAt('private', new Date())).figures,
    limitPercent: 7,
  });
  const versionAt = async (publishedAt: Date) =>
    (await reference.ruleSetToFreeze('private', publishedAt)).version;
  expect([await versionAt(EARLIER), await versionAt(coming)]).toEqual([3, 4]);
  await database.pool.query("delete from rule_set where name = 'private' and version = 4");
});

test('a lot that is published with an earlier date is judged by the base amount of the moment it is frozen', async () => {
  const years = new Date('2020-01-10T10:00:00+05:00');
  const [then, now] = [await reference.baseAmountAt(years), await reference.baseAmountAt(new Date())];
  // By auction only above 60 of them.
  const startPriceTiyin = 59 * now.amountTiyin;
  expect(startPriceTiyin).toBeGreaterThan(60 * then.amountTiyin);
  const sale = { ruleSet: 'state-shop', tradeType: 'fixed-price', startPriceTiyin } as const;
  const dated = await publishTestLot(database, { ...sale, publishedAt: years });
  expect(await lots.get(dated)).toMatchObject({ start_price_tiyin: startPriceTiyin, published_at: years });
});

test('the next round of a practice room from before takes the version in force', async () => {
  const old = await underEarlierRules(database, 'practice', 1, () => publishTestLot(database));
  const next = await repeatPractice({ lots, reference }, old, { endedAt: new Date(), participants: 1 });
  expect(await lots.get(old)).toMatchObject({ rule_set_version: 1 });
  const round = await lots.get(next);
  expect(round).toMatchObject({ rule_set_version: 2, rules: { maxJump, overtime: { windowMs: 30_000 } } });
});

test('where lots are published the versions wait until no process of the release before runs', async () => {
  await publishTestLot(database);
  await up(database.db);
  const { rows } = await database.pool.query(
    `select distinct on (name) name, valid_from > now() + interval '4 minutes' as waits
     from rule_set order by name, version desc`,
  );
  expect(rows).toEqual(
    ['practice', 'private', 'state-live', 'state-shop'].map((name) => ({ name, waits: true })),
  );
  expect((await reference.ruleSetAt('private', new Date())).version).toBe(3);
});

test('a lot has the days of grace of the version it was published under, also when another is dated back', async () => {
  const { graceDaysOf } = settlementsModule.create({
    lotsRepository: lots,
    reference,
    config: {},
    database,
  } as never);
  const dateBack = (figures: object) =>
    database.pool.query(
      `insert into rule_set select name, version + 1, $1, figures || $2::jsonb from rule_set
       where (name, version) = (select name, max(version) from rule_set where name = 'private' group by name)`,
      [EARLIER, JSON.stringify(figures)],
    );
  const without = await publishTestLot(database, { ruleSet: 'private', choices: { depositPercent: 2.5 } });
  await dateBack({ graceWorkingDays: 1 });
  expect(await graceDaysOf(without)).toBe(0);
  const withGrace = await publishTestLot(database, { ruleSet: 'private', choices: { depositPercent: 2.5 } });
  await dateBack({ graceWorkingDays: 0 });
  expect(await graceDaysOf(withGrace)).toBe(1);
});
