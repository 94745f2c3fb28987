import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LOT_STATUS } from '#shared/lifecycles/lot-status.ts';
import { PLACES_GIVEN_BACK, VIEWINGS_PER_LOT } from '#shared/limits/viewings.ts';
import { tashkentDay } from '#shared/time/tashkent.ts';
import type { TestApp } from '../../fixtures/app.ts';
import { startErasureApp, type Erasable, type ErasureApp } from '../../fixtures/erasure-app.ts';
import { publishTestLot } from '../../fixtures/lots.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const REASON = 'Kalit topilmadi, uzr';

let fixture: ErasureApp;
let app: TestApp;
let seller: Erasable;

beforeAll(async () => {
  fixture = await startErasureApp();
  ({ app } = fixture);
  seller = await fixture.person({ name: 'Sotuvchi' });
});
afterAll(() => fixture?.close('whole'));

const query = (statement: string, values: unknown[] = []) => fixture.database.pool.query(statement, values);
const lotOf = () =>
  publishTestLot(fixture.database, {
    ruleSet: 'private',
    customerPersonId: seller.id,
    opensInMs: DAY_MS,
    lengthMs: 5 * DAY_MS,
  });
const post = async (path: string, who: { cookie: string }, body: object) => {
  const answer = await app.call('POST', `/api/shop/viewings/${path}`, { cookie: who.cookie, body });
  return answer.status === 200 ? answer.body : answer.status;
};
const inMs = (ms: number) => Math.floor(Date.now() / 60_000) * 60_000 + ms;
const offer = (lotId: number, startsAtMs = inMs(2 * DAY_MS), places = 2, who: { cookie: string } = seller) =>
  post('offer', who, { lotId, startsAtMs, minutes: 60, places });
const offered = async (lotId: number, startsAtMs?: number, places?: number): Promise<number> => {
  const answer = await offer(lotId, startsAtMs, places);
  if (answer.verdict !== 'offered') throw new Error(JSON.stringify(answer));
  return answer.viewing.id;
};
const book = (who: { cookie: string }, viewingId: number) => post('book', who, { viewingId });
const booked = async (who: { cookie: string }, viewingId: number): Promise<number> => {
  const answer = await book(who, viewingId);
  if (answer.verdict !== 'booked') throw new Error(JSON.stringify(answer));
  return answer.booking.id;
};
const cancel = (who: { cookie: string }, bookingId: number) => post('cancel', who, { bookingId });
const callOff = (viewingId: number, who: { cookie: string } = seller) =>
  post('call-off', who, { viewingId, reason: REASON });
const card = async (lotId: number) =>
  (await app.call('GET', `/api/shop/lot-card/viewings/${lotId}`)).body.items;
const mine = async (who: { cookie: string }, lotId: number) =>
  (await app.call('GET', `/api/shop/viewings/lot/${lotId}`, { cookie: who.cookie })).body;
const people = (count: number) => Promise.all(Array.from({ length: count }, () => fixture.person()));
const begins = (viewingId: number, inHours: number) =>
  query(
    `update viewing set starts_at = now() + make_interval(mins => $2), ends_at = now() + make_interval(mins => $2 + 60)
     where id = $1`,
    [viewingId, Math.round(inHours * 60)],
  );

describe('a viewing', () => {
  test('is offered by the seller of the lot alone, once for each time, within its limits', async () => {
    const lotId = await lotOf();
    const stranger = await fixture.person();
    const at = inMs(2 * DAY_MS);
    expect(await offer(lotId, at, 2, stranger)).toBe(404);
    const twice = await Promise.all([offer(lotId, at), offer(lotId, at)]);
    expect(twice.map(({ already }) => already).toSorted()).toEqual([false, true]);
    expect(await card(lotId)).toEqual([
      { id: twice[0].viewing.id, startsAtMs: at, endsAtMs: at + HOUR_MS, left: 2 },
    ]);
    for (const [ms, reason] of [
      [HOUR_MS / 2, 'too-soon'],
      [61 * DAY_MS, 'too-far'],
      [7 * DAY_MS, 'after-close'],
    ] as const)
      expect(await offer(lotId, inMs(ms))).toEqual({ verdict: 'refused', reason });
    const many = await Promise.all(
      Array.from({ length: VIEWINGS_PER_LOT + 1 }, (_, n) => offer(lotId, at + (n + 1) * 60_000)),
    );
    expect(many.filter(({ reason }) => reason === 'too-many')).toHaveLength(2);
    await query('update lot set status = $2 where id = $1', [lotId, LOT_STATUS.notHeld]);
    expect(await offer(lotId, at + 5 * HOUR_MS)).toEqual({ verdict: 'refused', reason: 'not-on-trade' });
    expect(await card(lotId)).toEqual([]);
  });

  test('has as many visitors as places, however many press at once, and the seller sees numbers alone', async () => {
    const lotId = await lotOf();
    const viewingId = await offered(lotId);
    const visitors = await people(5);
    const answers = await Promise.all(visitors.map((each) => book(each, viewingId)));
    expect(answers.filter(({ verdict }) => verdict === 'booked')).toHaveLength(2);
    expect(answers.filter(({ reason }) => reason === 'full')).toHaveLength(3);
    expect((await card(lotId))[0].left).toBe(0);
    const { body } = await app.call('GET', '/api/shop/viewings/my-lots', { cookie: seller.cookie });
    expect(body.items.find(({ id }: { id: number }) => id === viewingId).bookings).toHaveLength(2);
    for (const { id, phone } of visitors) {
      expect(JSON.stringify(body)).not.toContain(id);
      expect(JSON.stringify(body)).not.toContain(phone);
    }
    expect(await fixture.inbox(seller.id)).toContain('viewing-booked');
    const staff = await app.signIn({ personId: randomUUID(), roles: ['auditor'] });
    const list = await app.call('GET', `/api/console/viewings?lotId=${lotId}`, { cookie: staff.cookie });
    expect(list.body.items[0].visitors).toHaveLength(2);
    expect(list.body.items[0].seller).toMatchObject({ name: 'Sotuvchi' });
  });

  test('is booked once for each person and lot, and another time after the place is given back', async () => {
    const lotId = await lotOf();
    const [one, two] = [await offered(lotId), await offered(lotId, inMs(3 * DAY_MS))];
    const [visitor, stranger] = await people(2);
    const both = await Promise.all([book(visitor!, one), book(visitor!, two), book(visitor!, one)]);
    const { rows } = await query(
      `select id from viewing_booking where lot_id = $1 and person_id = $2 and state = 'booked'`,
      [lotId, visitor!.id],
    );
    expect(rows).toHaveLength(1);
    expect(both.filter(({ verdict }) => verdict === 'booked').length).toBeGreaterThanOrEqual(1);
    const { booking } = await mine(visitor!, lotId);
    const other = booking.viewingId === one ? two : one;
    expect(await book(visitor!, booking.viewingId)).toMatchObject({ verdict: 'booked', already: true });
    expect(await book(visitor!, other)).toEqual({ verdict: 'refused', reason: 'other-time' });
    expect(await cancel(stranger!, booking.id)).toBe(404);
    expect(await cancel(visitor!, booking.id)).toMatchObject({ verdict: 'cancelled' });
    expect(await cancel(visitor!, booking.id)).toMatchObject({ verdict: 'cancelled' });
    expect(await fixture.inbox(seller.id)).toContain('viewing-given-back');
    expect(await mine(visitor!, lotId)).toEqual({ booking: null, refusal: null });
    expect(await book(visitor!, other)).toMatchObject({ verdict: 'booked', already: false });
  });

  test('is booked and given back by one person three times, so that the seller is not written to without end', async () => {
    const viewingId = await offered(await lotOf());
    const [visitor, other] = await people(2);
    const before = (await fixture.inbox(seller.id)).length;
    for (let times = 0; times < PLACES_GIVEN_BACK; times += 1)
      await cancel(visitor!, await booked(visitor!, viewingId));
    expect(await book(visitor!, viewingId)).toEqual({ verdict: 'refused', reason: 'too-often' });
    expect((await fixture.inbox(seller.id)).length - before).toBe(2 * PLACES_GIVEN_BACK);
    expect(await book(other!, viewingId)).toMatchObject({ verdict: 'booked' });
  });

  test('is not for staff, the seller, the unconfirmed and the barred, nor of an ended lot', async () => {
    const lotId = await lotOf();
    const viewingId = await offered(lotId);
    const [unconfirmed, barred, visitor] = await people(3);
    const staff = await app.signIn({ roles: ['operator'] });
    await query('update person set phone_confirmed_at = null, email_confirmed_at = null where id = $1', [
      unconfirmed!.id,
    ]);
    await fixture.office.sanctions.bar({
      kind: 'pinfl',
      value: barred!.pinfl,
      person: { kind: 'natural', name: 'Chetlatilgan' },
      personId: barred!.id,
      lotId: null,
      cause: 'unpaid',
      startDate: tashkentDay(Date.now() - DAY_MS),
      endDate: tashkentDay(Date.now() + DAY_MS),
      reason: REASON,
      by: 'rules',
    });
    for (const [who, reason] of [
      [staff, 'staff'],
      [seller, 'own-lot'],
      [unconfirmed!, 'unconfirmed'],
      [barred!, 'barred'],
    ] as const)
      expect(await book(who, viewingId)).toEqual({ verdict: 'refused', reason });
    await begins(viewingId, 0.25);
    expect(await book(visitor!, viewingId)).toEqual({ verdict: 'refused', reason: 'too-late' });
    await query('update lot set status = $2 where id = $1', [lotId, LOT_STATUS.withdrawn]);
    expect(await book(visitor!, viewingId)).toEqual({ verdict: 'refused', reason: 'not-on-trade' });
    expect(await book(visitor!, 999_999_999)).toBe(404);
  });

  test.each(['Call +998 90 123 45 67', 'Write to t.me/seller', 'Pay to 2020 8000 9001 2345 6789'])(
    'is not called off with a reason that leads those who come away: %s',
    async (reason) => {
      const viewingId = await offered(await lotOf(), undefined, 50);
      expect(await post('call-off', seller, { viewingId, reason })).toBe(422);
      expect(await callOff(viewingId)).toMatchObject({ verdict: 'called-off' });
    },
  );

  test('is called off with a reason for everybody who comes, also where somebody books at that moment', async () => {
    const lotId = await lotOf();
    const viewingId = await offered(lotId, undefined, 50);
    const visitors = await people(4);
    await booked(visitors[0]!, viewingId);
    expect(await callOff(viewingId, visitors[0])).toBe(404);
    const [ended, ...answers] = await Promise.all([
      callOff(viewingId),
      ...visitors.slice(1).map((each) => book(each, viewingId)),
    ]);
    expect(ended).toMatchObject({ verdict: 'called-off', viewing: { bookings: [], reason: REASON } });
    const { rows } = await query('select person_id, state from viewing_booking where viewing_id = $1', [
      viewingId,
    ]);
    expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(['called-off']));
    expect(rows).toHaveLength(1 + answers.filter(({ verdict }) => verdict === 'booked').length);
    for (const { person_id: id } of rows) expect(await fixture.inbox(id)).toContain('viewing-called-off');
    expect(await callOff(viewingId)).toMatchObject({ verdict: 'called-off' });
    expect((await mine(visitors[0]!, lotId)).booking).toMatchObject({ state: 'called-off' });
    const again = await offered(lotId);
    expect(again).not.toBe(viewingId);
    expect(await book(visitors[0]!, again)).toMatchObject({ verdict: 'booked', already: false });
  });

  test('that has begun is neither called off nor left', async () => {
    const viewingId = await offered(await lotOf());
    const [visitor] = await people(1);
    const booking = await booked(visitor!, viewingId);
    await begins(viewingId, -0.5);
    expect(await callOff(viewingId)).toMatchObject({ verdict: 'over' });
    expect(await cancel(visitor!, booking)).toMatchObject({ verdict: 'over', booking: { state: 'booked' } });
  });

  test('ends with the trade of its lot', async () => {
    const lotId = await lotOf();
    const viewingId = await offered(lotId);
    const [visitor] = await people(1);
    await booked(visitor!, viewingId);
    await query('update lot set status = $2 where id = $1', [lotId, LOT_STATUS.withdrawn]);
    await fixture.office.offerViewings.endWithTrade();
    expect(await fixture.inbox(visitor!.id)).toContain('viewing-called-off');
    expect((await mine(visitor!, lotId)).booking).toMatchObject({ state: 'called-off' });
  });

  test('is recalled to both sides once, a few hours before, unless it has no visitors', async () => {
    const lotId = await lotOf();
    const [viewingId, empty] = [await offered(lotId), await offered(lotId, inMs(3 * DAY_MS))];
    const [visitor] = await people(1);
    await booked(visitor!, viewingId);
    await fixture.office.offerViewings.remind();
    expect(await fixture.inbox(visitor!.id)).not.toContain('viewing-soon');
    await begins(viewingId, 2);
    await begins(empty, 2.5);
    await Promise.all([fixture.office.offerViewings.remind(), fixture.office.offerViewings.remind()]);
    await fixture.office.offerViewings.remind();
    expect((await fixture.inbox(visitor!.id)).filter((name) => name === 'viewing-soon')).toHaveLength(1);
    const toSeller = (await fixture.inbox(seller.id)).filter((name) => name === 'own-viewing-soon');
    expect(toSeller).toHaveLength(1);
  });
});

describe('places of somebody who leaves', () => {
  test('are free again, and those of long ago are deleted', async () => {
    const lotId = await lotOf();
    const viewingId = await offered(lotId, undefined, 1);
    const [visitor] = await people(1);
    await booked(visitor!, viewingId);
    expect((await fixture.call(visitor!, 'ask')).code).toBeUndefined();
    await fixture.due(visitor!.id);
    await fixture.office.eraseDue.round();
    expect((await card(lotId))[0].left).toBe(1);
    await begins(viewingId, -24 * 91);
    await fixture.office.readViewings.purge(90);
    expect((await query('select 1 from viewing where lot_id = $1', [lotId])).rows).toEqual([]);
  });
});
