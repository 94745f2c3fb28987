import { afterAll, beforeAll, expect, test } from 'vitest';
import { MAX_TIYIN } from '#shared/auction/rules.ts';
import { applicantsOf, type PlatformApplicant } from '../../fixtures/applicants.ts';
import { publishTestLot } from '../../fixtures/lots.ts';
import { peopleOf } from '../../fixtures/platform-people.ts';
import { startPlatform, type PlatformProcess } from '../../fixtures/platform-process.ts';
import { eventually, testDatabase, testRedis, type TestDatabase } from '../../fixtures/services.ts';

const START = 100_000_00;
/** 5 %, and what it carries by itself is the start price. */
const DEPOSIT = 5_000_00;

const redis = testRedis();
let database: TestDatabase;
let platform: PlatformProcess;
let people: ReturnType<typeof peopleOf>;
const applicant = applicantsOf(
  () => platform,
  () => database,
  () => people,
);

beforeAll(async () => {
  database = await testDatabase();
  platform = await startPlatform({ database, redis }, { RATE_LIMIT_FACTOR: '1000' });
  people = peopleOf(redis, () => database);
});
afterAll(async () => {
  await people.close();
  await platform.stop();
  await database.close();
});

let bids = 0;
const place = (person: PlatformApplicant, lotId: number, amountTiyin: number, confirmed = false) =>
  eventually(async () => {
    bids += 1;
    const { body } = await person.call('POST', '/api/shop/game-view/place', {
      lotId,
      bidId: `spoiling-${String(bids).padStart(6, '0')}`,
      amountTiyin,
      confirmed,
    });
    return ['held', 'fenced', 'not-open-yet'].includes(body.reason) ? null : body;
  }, 'a verdict');

test('one deposit does not carry the largest sum: it is refused, the others go on, and a top-up carries further', async () => {
  const lotId = await publishTestLot(database, {
    ruleSet: 'private',
    choices: { depositPercent: 5, minParticipants: 2 },
    startPriceTiyin: START,
    opensInMs: 8_000,
  });
  // On a slow machine somebody may apply after the opening.
  await database.pool.query('update lot set applications_until = closes_at where id = $1', [lotId]);
  const spoiler = await applicant(DEPOSIT);
  const [anna, bek] = [await applicant(DEPOSIT + 1_000_00), await applicant(DEPOSIT + 1_000_00)];
  for (const person of [spoiler, anna, bek]) await person.apply(lotId);

  for (const confirmed of [false, true])
    expect(await place(spoiler, lotId, MAX_TIYIN, confirmed)).toMatchObject({
      verdict: 'refused',
      reason: 'limit-exceeded',
      limitTiyin: START,
      mostTiyin: 0,
    });
  expect(await place(anna, lotId, START)).toMatchObject({ verdict: 'accepted' });
  expect(await place(spoiler, lotId, 105_000_00)).toMatchObject({ verdict: 'accepted' });
  expect(await place(bek, lotId, 110_000_00)).toMatchObject({ verdict: 'accepted' });
  expect(await place(spoiler, lotId, 115_000_00)).toMatchObject({ reason: 'limit-exceeded' });

  await spoiler.topUp(750_00);
  await eventually(
    async () => (await place(spoiler, lotId, 115_000_00)).verdict === 'accepted',
    'the top-up to reach the room',
  );
  expect(await place(anna, lotId, 120_000_00)).toMatchObject({ verdict: 'accepted' });
  expect(await place(bek, lotId, 125_000_00)).toMatchObject({
    reason: 'limit-exceeded',
    limitTiyin: 120_000_00,
  });
}, 180_000);
