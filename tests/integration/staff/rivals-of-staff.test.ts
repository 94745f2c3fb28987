import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hasReadAsStaff } from '#server/domains/people/conflicts-of-interest/index.ts';
import { attestStaff } from '../../fixtures/attested-staff.ts';
import { startErasureApp, type Erasable, type ErasureApp } from '../../fixtures/erasure-app.ts';
import { publishTestLot } from '../../fixtures/lots.ts';

// A member of staff who bids in a lot, under an account of the same phone, learns of no rival from any list, and writes to none of them.

const DAY_MS = 24 * 3_600_000;

let fixture: ErasureApp;
let rival: Erasable;
/** Of the member of staff who bids. */
let bidder: { cookie: string; personId: string };
let colleague: { cookie: string; personId: string };
let lotId: number;

const query = (statement: string, values: unknown[] = []) => fixture.database.pool.query(statement, values);
const get = async (path: string, who: { cookie: string }) =>
  (await fixture.app.call('GET', `/api/console/${path}`, { cookie: who.cookie })).body;

async function memberOfStaff(phone: string): Promise<{ cookie: string; personId: string }> {
  const { rows } = await query(
    `insert into person (issuer, subject, kind, name, phone, language, roles)
     values ('test', $1, 'natural', 'Operator', $2, 'uz', '{operator}') returning id`,
    [randomUUID(), phone],
  );
  const personId: string = rows[0].id;
  await attestStaff(fixture.database, personId);
  const { cookie } = await fixture.app.signIn({ personId, name: 'Operator', roles: ['operator'] });
  return { cookie, personId };
}
async function admitted(personId: string): Promise<void> {
  await query(
    `insert into trade_application (lot_id, person_id, number, status, confirmed_at, requested_at)
     values ($1, $2, (select count(*) + 1 from trade_application where lot_id = $1), 'admitted', now(), now())`,
    [lotId, personId],
  );
}

beforeAll(async () => {
  fixture = await startErasureApp();
  const seller = await fixture.person({ name: 'Sotuvchi' });
  rival = await fixture.person({ name: 'Raqib Ismi' });
  const second = await fixture.person();
  bidder = await memberOfStaff(second.phone);
  colleague = await memberOfStaff('+998931112233');
  lotId = await publishTestLot(fixture.database, {
    ruleSet: 'private',
    customerPersonId: seller.id,
    opensInMs: DAY_MS,
    lengthMs: 5 * DAY_MS,
  });
  for (const { id } of [second, rival]) await admitted(id);
});
afterAll(() => fixture?.close('whole'));

const nameRival = (answer: unknown): boolean =>
  [rival.id, 'Raqib'].some((word) => JSON.stringify(answer).includes(word));

let phones = 0;
/** What a list shows a colleague and the one who bids, and whether each has read who takes part in the lot, by which they apply no more. */
async function reads(path: string) {
  const newcomer = await memberOfStaff(`+99893222000${(phones += 1)}`);
  const hasRead = ({ personId }: { personId: string }) =>
    hasReadAsStaff(fixture.database.db, personId, lotId);
  const before = await hasRead(newcomer);
  const shown = [nameRival(await get(path, newcomer)), nameRival(await get(path, bidder))];
  return { before, shown, recorded: [await hasRead(newcomer), await hasRead(bidder)] };
}
const COLLEAGUE_ALONE = { before: false, shown: [true, false], recorded: [true, false] };

test('from the viewings that people have booked', async () => {
  const { rows } = await query(
    `insert into viewing (lot_id, starts_at, ends_at, places, state)
     values ($1, now() + interval '2 days', now() + interval '2 days 1 hour', 3, 'offered') returning id`,
    [lotId],
  );
  await query(
    `insert into viewing_booking (viewing_id, lot_id, person_id, state) values ($1, $2, $3, 'booked')`,
    [rows[0].id, lotId, rival.id],
  );
  expect(await reads(`viewings?lotId=${lotId}`)).toEqual(COLLEAGUE_ALONE);
});

test('from the questions that people have asked', async () => {
  await query(
    `insert into lot_question (lot_id, person_id, text, language, state) values ($1, $2, 'Is it new?', 'en', 'asked')`,
    [lotId, rival.id],
  );
  expect(await reads(`lot-questions?state=all&lotId=${lotId}`)).toEqual(COLLEAGUE_ALONE);
});

test('from an incident that interrupted the room, and they write to no one in it', async () => {
  const agoUs = (minutes: number) => (Date.now() - minutes * 60_000) * 1_000;
  await query(
    `insert into auction_interruption (lot_id, seq, kind, cause, reason, began_us, ended_us)
     values ($1, 1, 'suspended', 'outage', '', $2, $3)`,
    [lotId, agoUs(30), agoUs(20)],
  );
  const post = (path: string, who: { cookie: string }, body: object) =>
    fixture.app.call('POST', `/api/console/incidents${path}`, { cookie: who.cookie, body });
  const opened = await post('', colleague, {
    requestId: randomUUID(),
    title: 'Rooms stood still',
    severity: 'major',
    sinceMs: Date.now() - 3_600_000,
  });
  const { id } = opened.body;
  const message = () => ({
    requestId: randomUUID(),
    uz: 'Auksion bekor qilindi, kutmang.',
    ru: 'Аукцион отменён, не ждите.',
  });
  expect(await reads(`incidents/${id}/people`)).toEqual(COLLEAGUE_ALONE);
  const written = await post(`/${id}/messages`, bidder, message());
  expect(written.body.ERROR?.code).toBe('conflict-of-interest');
  expect((await post(`/${id}/messages`, colleague, message())).status).toBe(200);
});
