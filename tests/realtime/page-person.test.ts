import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pagePersonOf } from '#server/platform/sessions/index.ts';
import { ROOM_EVENTS } from '#shared/realtime/room.ts';
import { accepted, Bidder } from '../fixtures/bidder.ts';
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

beforeAll(async () => {
  services = await startLiveServices();
  node = await startLiveNode(services);
});
afterAll(async () => {
  await node.close();
  await services.close();
});

const pageOf = (person: string) => ({ person: pagePersonOf(person) });

describe('a room page that outlives its person', () => {
  it('bids for the person it was made for, and does not come back as another', async () => {
    const lotId = await openRoom(node, terms(), ['anna', 'bek']);
    const session = await node.signIn('anna');
    const anna = await Bidder.connect(node.url, {
      headers: { cookie: session.cookie },
      auth: pageOf('anna'),
    });
    const first = accepted(await anna.place(lotId, 1_000)).seq;

    // Another person signs in in the browser, which ends the session before it: the open socket ends with it.
    const other = await node.signIn('bek');
    const cut = new Promise((resolve) => anna.socket.once('disconnect', resolve));
    await services.sessions.end(session.handle);
    await anna.message(ROOM_EVENTS.sessionExpired);
    await cut;
    const again = Bidder.connect(node.url, { headers: { cookie: other.cookie }, auth: pageOf('anna') });
    await expect(again).rejects.toThrow('other-person');

    const bek = await Bidder.connect(node.url, { headers: { cookie: other.cookie }, auth: pageOf('bek') });
    expect(accepted(await bek.place(lotId, 1_100)).seq).toBe(first + 1);
    bek.close();
    anna.close();
  });

  it('watches as a visitor once there is no session', async () => {
    const lotId = await openRoom(node, terms(), ['anna']);
    const watcher = await Bidder.connect(node.url, { auth: pageOf('anna') });
    expect((await watcher.enter(lotId)).head.lotId).toBe(lotId);
    expect(await watcher.place(lotId, 1_000)).toMatchObject({ ok: false, error: { code: 'no-session' } });
    watcher.close();
  });

  it.each([null, 1, '', { a: 1 }])('is not let in by %o in place of its person', async (person) => {
    const { cookie } = await node.signIn('anna');
    const made = Bidder.connect(node.url, { headers: { cookie }, auth: { person } });
    await expect(made).rejects.toThrow('other-person');
  });
});
