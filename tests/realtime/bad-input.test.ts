import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOM_EVENTS } from '#shared/realtime/room.ts';
import { fired } from '../fixtures/fault.ts';
import { accepted, Bidder, refused } from '../fixtures/bidder.ts';
import {
  openRoom,
  startLiveNode,
  startLiveServices,
  terms,
  type LiveNode,
  type LiveServices,
} from '../fixtures/live-node.ts';

let services: LiveServices;
let node: LiveNode;
let strict: LiveNode;

beforeAll(async () => {
  services = await startLiveServices();
  node = await startLiveNode(services, { name: 'wide' });
  strict = await startLiveNode(services, {
    name: 'strict',
    keeps: false,
    limits: { eventsPerSecond: 20, malformedPerMinute: 30 },
  });
});
afterAll(async () => {
  await strict.close();
  await node.close();
  await services.close();
});

/** What must not change: the lot's row and its number of entries. */
/** Without what a starved machine adds to the log by itself: a room that stood still gets its time back. */
async function truth(lotId: number): Promise<unknown> {
  const { rows } = await services.database.pool.query(
    `select price_tiyin, phase, (select count(*) from auction_entry e
        where e.lot_id = l.lot_id and e.kind <> 'deadlineMoved') as entries from auction_lot l where lot_id = $1`,
    [lotId],
  );
  return rows[0];
}

const wrong = {
  missing: undefined,
  null: null,
  text: 'abc',
  digits: '1500',
  empty: '',
  negative: -1,
  zero: 0,
  fraction: 1_000.5,
  'not a number': Number.NaN,
  infinite: Number.POSITIVE_INFINITY,
  'above 2^53-1': 9_007_199_254_740_992,
  'far above': 1e300,
  list: [1_500],
  object: { valueOf: 1_500 },
  boolean: true,
} as const;

const wrongId = {
  missing: undefined,
  null: null,
  number: 12_345_678,
  empty: '',
  short: 'abc',
  long: 'a'.repeat(65),
  'with a blank': 'abcd efgh',
  'with a colon': 'person:bid',
  'with a line break': 'abcdefgh\n',
  list: ['abcdefgh'],
  object: {},
} as const;

const good = (lotId: number) => ({ lotId, bidId: randomUUID() });

it('those who enter a room are counted, and no refused entry is', async () => {
  const joins = async () =>
    (await node.metrics.liveEvents.get()).values.find(({ labels }) => labels.event === 'room-joined')
      ?.value ?? 0;
  const lotId = await openRoom(node, terms(), []);
  const visitor = await node.bidder(null);
  const before = await joins();
  expect((await visitor.join(999_999)).ok).toBe(false);
  expect(await joins()).toBe(before);
  expect((await visitor.join(lotId)).ok).toBe(true);
  expect(await joins()).toBe(before + 1);
  visitor.close();
});

describe('every field of every command', () => {
  let lotId: number;
  let anna: Bidder;
  let before: unknown;
  beforeAll(async () => {
    lotId = await openRoom(node, terms(), ['anna', 'bek']);
    anna = await node.bidder('anna');
    accepted(await anna.place(lotId, 1_000));
    before = await truth(lotId);
  });
  afterAll(() => anna.close());

  const commands: [
    string,
    (id: number) => Record<string, unknown>,
    Record<string, Record<string, unknown>>,
  ][] = [
    [
      ROOM_EVENTS.place,
      (id) => ({ ...good(id), amountTiyin: 2_000 }),
      { lotId: wrong, amountTiyin: wrong, bidId: wrongId },
    ],
    [
      ROOM_EVENTS.setAuto,
      (id) => ({ ...good(id), maximumTiyin: 2_000 }),
      { lotId: wrong, maximumTiyin: wrong, bidId: wrongId },
    ],
    [ROOM_EVENTS.clearAuto, good, { lotId: wrong, bidId: wrongId }],
    [ROOM_EVENTS.find, good, { lotId: wrong, bidId: wrongId }],
    [ROOM_EVENTS.join, (id) => ({ lotId: id }), { lotId: wrong }],
    [ROOM_EVENTS.leave, (id) => ({ lotId: id }), { lotId: wrong }],
    [
      ROOM_EVENTS.catchUp,
      (id) => ({ lotId: id, epoch: 1, afterSeq: 1 }),
      // Zero is a sequence and an epoch one may ask after.
      { lotId: wrong, epoch: without(wrong, 'zero'), afterSeq: without(wrong, 'zero') },
    ],
  ];

  for (const [event, payload, fields] of commands) {
    for (const [field, values] of Object.entries(fields)) {
      it(`${event} refuses any wrong ${field}, naming it`, async () => {
        for (const [what, value] of Object.entries(values)) {
          const sent = { ...payload(lotId), [field]: value };
          const answer = await anna.request(event, sent);
          expect(answer, `${field} ${what}`).toMatchObject({
            ok: false,
            error: { code: 'malformed', field },
          });
          expect(answer.error.message).toMatch(/not understood/);
        }
        expect(await truth(lotId)).toEqual(before);
      });
    }
    it(`${event} refuses a payload that is no object, is missing, is doubled or says more than asked`, async () => {
      for (const sent of [
        [],
        ['x'],
        [null],
        [[]],
        [1],
        [payload(lotId), 1],
        [{ ...payload(lotId), price: 1 }],
      ]) {
        const answer = await anna.request(event, ...sent);
        expect(answer, JSON.stringify(sent)).toMatchObject({ ok: false, error: { code: 'malformed' } });
      }
      expect(await truth(lotId)).toEqual(before);
    });
  }

  it('refuses a wrong sentEpoch, board list and clock ping', async () => {
    for (const sentEpoch of [0, -1, 1.5, 'a', Number.NaN, 1e300]) {
      const answer = await anna.request(ROOM_EVENTS.place, { ...good(lotId), amountTiyin: 2_000, sentEpoch });
      expect(answer).toMatchObject({ ok: false, error: { code: 'malformed' } });
    }
    for (const lotIds of [undefined, 'x', [0], [-1], ['1'], Array.from({ length: 61 }, (_, i) => i + 1)]) {
      expect(await anna.request(ROOM_EVENTS.watchBoard, { lotIds })).toMatchObject({
        error: { code: 'malformed' },
      });
    }
    expect(await anna.request(ROOM_EVENTS.ping, { clientAtMs: 'now' })).toMatchObject({
      error: { code: 'malformed' },
    });
    expect(await truth(lotId)).toEqual(before);
  });

  it('refuses the same over HTTP with 400 and changes nothing', async () => {
    const { cookie } = await node.signIn('anna');
    for (const value of Object.values(wrong)) {
      const body = { ...good(lotId), amountTiyin: value };
      const answer = await node.call('POST', '/api/shop/game-view/place', { cookie, body });
      expect(answer.status).toBe(400);
      expect(answer.body.ERROR.code).toBe('malformed');
    }
    for (const lot of ['0', '-1', '1.5', 'x', '9007199254740992', '1e3', '']) {
      const answer = await node.call('GET', `/api/shop/game-view/bid?lotId=${lot}&bidId=offer-0001`, {
        cookie,
      });
      expect(answer.status).toBe(400);
    }
    expect(await truth(lotId)).toEqual(before);
  });

  it('still judges a right command of the same socket afterwards', async () => {
    accepted(await anna.place(lotId, 1_100));
  });
});

describe('who may not', () => {
  it('refuses offers without a session, in the visitor’s language', async () => {
    const lotId = await openRoom(node, terms(), ['anna']);
    const visitor = await node.bidder(null);
    const sent = good(lotId);
    for (const answer of [
      await visitor.place(lotId, 1_000),
      await visitor.setAuto(lotId, 1_000),
      await visitor.clearAuto(lotId),
      await visitor.find(lotId, sent.bidId),
    ]) {
      expect(answer).toMatchObject({ ok: false, error: { code: 'no-session' } });
    }
    const answer = await node.call('POST', '/api/shop/game-view/place', {
      body: { ...sent, amountTiyin: 1_000 },
    });
    expect(answer.status).toBe(401);
    visitor.close();
  });

  it('ends the sockets of a session that ends, and says so', async () => {
    const { cookie, handle } = await node.signIn('anna');
    const anna = await Bidder.connect(node.url, { headers: { cookie } });
    const gone = anna.disconnected(2_000);
    await services.sessions.end(handle);
    await anna.message(ROOM_EVENTS.sessionExpired);
    await gone;
    const later = await Bidder.connect(node.url, { headers: { cookie } });
    const lotId = await openRoom(node, terms(), ['anna']);
    expect(await later.place(lotId, 1_000)).toMatchObject({ error: { code: 'no-session' } });
    later.close();
  });

  it('refuses a signed-in person who is not admitted', async () => {
    const lotId = await openRoom(node, terms(), ['anna']);
    const stranger = await node.bidder('stranger');
    const room = await stranger.enter(lotId);
    expect(room.me).toMatchObject({ role: 'observer', notBiddingBecause: 'not-admitted' });
    expect(refused(await stranger.place(lotId, 1_000)).reason).toBe('not-admitted');
    stranger.close();
  });

  it('shows a closed lot to admitted bidders and staff only', async () => {
    const lotId = await openRoom(node, terms({ watchable: false }), ['anna']);
    const [anna, visitor, stranger, operator] = await Promise.all([
      node.bidder('anna'),
      node.bidder(null),
      node.bidder('stranger'),
      node.bidder('staff-1', { roles: ['operator'] }),
    ]);
    expect(await visitor.join(lotId)).toMatchObject({ ok: false, error: { code: 'no-access' } });
    expect(await stranger.join(lotId)).toMatchObject({ ok: false, error: { code: 'no-access' } });
    expect(await stranger.request(ROOM_EVENTS.catchUp, { lotId, epoch: 1, afterSeq: 0 })).toMatchObject({
      ok: false,
      error: { code: 'no-access' },
    });
    expect((await anna.enter(lotId)).me.role).toBe('bidder');
    expect((await operator.enter(lotId)).me.role).toBe('operator');
    const check = await node.call('GET', `/api/shop/game-view/check/${lotId}`);
    expect(check.body).toMatchObject({ mayEnter: false, because: 'no-access' });
    for (const path of ['over-time', 'entries']) {
      expect((await node.call('GET', `/api/shop/game-view/${path}/${lotId}`)).status).toBe(403);
    }
    for (const one of [anna, visitor, stranger, operator]) one.close();
  });

  it('scopes an id to its person: another’s id is no one’s business', async () => {
    const lotId = await openRoom(node, terms(), ['anna', 'bek']);
    const [anna, bek] = await Promise.all([node.bidder('anna'), node.bidder('bek')]);
    accepted(await anna.place(lotId, 1_000, { bidId: 'shared-id-1' }));
    expect(await bek.find(lotId, 'shared-id-1')).toEqual({ verdict: 'never-seen', bidId: 'shared-id-1' });
    expect(accepted(await bek.place(lotId, 1_100, { bidId: 'shared-id-1' })).repeated).toBe(false);
    for (const one of [anna, bek]) one.close();
  });

  it('refuses handshakes of foreign, null and missing origins before the upgrade', async () => {
    const { cookie } = await node.signIn('anna');
    for (const origin of ['https://evil.example', 'null', `${node.url}.evil.example`, null]) {
      await expect(Bidder.connect(node.url, { origin, headers: { cookie } }), `${origin}`).rejects.toThrow();
    }
    const own = await Bidder.connect(node.url, { headers: { cookie } });
    own.close();
  });
});

describe('abuse', () => {
  it('ends a connection that sends a megabyte', async () => {
    const lotId = await openRoom(node, terms(), ['anna']);
    const anna = await node.bidder('anna');
    const gone = anna.disconnected();
    anna.socket.emit(ROOM_EVENTS.place, { lotId, bidId: 'x'.repeat(1_048_576), amountTiyin: 1_000 });
    expect(await gone).toBe('transport close');
  });

  it('answers unknown events, `error` among them, and goes on', async () => {
    const anna = await node.bidder('anna');
    for (const event of [
      'error',
      'bid:delete',
      '__proto__',
      'constructor',
      '',
      'connection',
      'room:update',
    ]) {
      expect(await anna.request(event, {}), event).toMatchObject({
        ok: false,
        error: { code: 'unknown-event' },
      });
    }
    expect(anna.socket.connected).toBe(true);
    anna.close();
  });

  it('F29 survives binary payloads, missing acknowledgements and events without anything', async (ctx) => {
    const lotId = await openRoom(node, terms(), ['anna']);
    const anna = await node.bidder('anna');
    anna.socket.emit(ROOM_EVENTS.place);
    anna.socket.emit(ROOM_EVENTS.place, { ...good(lotId), amountTiyin: 1_000 });
    expect(await anna.request(ROOM_EVENTS.place, Buffer.from([1, 2, 3]))).toMatchObject({
      error: { code: 'malformed' },
    });
    expect(
      await anna.request(ROOM_EVENTS.place, { lotId, bidId: Buffer.from('abcdefgh'), amountTiyin: 1_000 }),
    ).toMatchObject({ error: { code: 'malformed' } });
    fired(ctx, 'F29', 4);
    // The one without an acknowledgement was judged all the same.
    expect(refused(await anna.place(lotId, 1_000)).reason).toBe('below-suggested');
    anna.close();
  });

  it('drops what one socket sends beyond its rate and disconnects it, while others go on', async () => {
    const lotId = await openRoom(node, terms(), ['anna', 'bek']);
    const [anna, bek] = await Promise.all([strict.bidder('anna'), strict.bidder('bek')]);
    await bek.enter(lotId);
    const gone = anna.disconnected(5_000);
    for (let i = 0; i < 1_000; i += 1) anna.socket.emit(ROOM_EVENTS.ping, { clientAtMs: i });
    await gone;
    accepted(await bek.place(lotId, 1_000));
    expect(bek.socket.connected).toBe(true);
    bek.close();
  });

  it('disconnects a socket that keeps sending what cannot be understood', async () => {
    const anna = await strict.bidder('anna');
    const gone = anna.disconnected(15_000);
    const nagging = setInterval(() => anna.socket.emit('no:such-event', {}), 60);
    expect(await gone).toBe('io server disconnect');
    clearInterval(nagging);
  });
});

function without<T extends object, K extends keyof T>(values: T, key: K): Omit<T, K> {
  const { [key]: _left, ...rest } = values;
  return rest;
}
