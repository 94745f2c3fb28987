import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROOM_EVENTS } from '#shared/realtime/room.ts';
import { callServer } from '../../fixtures/app.ts';
import { Bidder } from '../../fixtures/bidder.ts';
import { startErasureApp, type ErasureApp } from '../../fixtures/erasure-app.ts';
import { startPlatform, type PlatformProcess } from '../../fixtures/platform-process.ts';
import { eventually } from '../../fixtures/services.ts';

let fixture: ErasureApp;
let web: PlatformProcess;

beforeAll(async () => {
  fixture = await startErasureApp();
  web = await startPlatform(fixture, { PROCESSES: 'web' });
}, 300_000);
afterAll(async () => {
  await web?.stop();
  await fixture?.close();
});

test('a person whose account is deleted loses sockets and API within 2 s of the commit, and reads why', async () => {
  const who = await fixture.person();
  const other = await fixture.person();
  const me = (cookie: string) => callServer(web.url, 'GET', '/api/shop/auth/me', { cookie });
  const open = (cookie: string) => Bidder.connect(web.url, { headers: { cookie } });
  const mine = [await open(who.cookie), await open(who.cookie)];
  const another = await open(other.cookie);
  try {
    expect((await me(who.cookie)).status).toBe(200);
    await fixture.call(who, 'ask');
    await fixture.due(who.id);
    expect(await fixture.office.eraseDue.round()).toMatchObject({ done: 1, refused: 0 });
    await eventually(() => mine.every(({ socket }) => !socket.connected), 'the sockets to be cut');
    const cutMs = Date.now();
    // Written by the transaction, before its commit.
    const [{ ended_at: endedAt }] = await fixture.row(who.id);
    expect(cutMs - endedAt.getTime()).toBeLessThan(2_000);
    for (const { received } of mine)
      expect(received.map(({ event }) => event)).toContain(ROOM_EVENTS.sessionExpired);
    const refused = await me(who.cookie);
    expect([refused.status, refused.body.ERROR.code]).toEqual([401, 'account-erased']);
    expect(another.socket.connected).toBe(true);
    expect((await me(other.cookie)).status).toBe(200);
  } finally {
    for (const bidder of [...mine, another]) bidder.close();
  }
});
