import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPersonUpdates, followPersonUpdates } from '#server/platform/realtime/index.ts';
import { connectSubscriber } from '#server/platform/redis/index.ts';
import { PERSON_UPDATE_EVENT } from '#shared/realtime/person-updates.ts';
import { ROOM_EVENTS } from '#shared/realtime/room.ts';
import { startLiveNode, startLiveServices, type LiveNode, type LiveServices } from '../fixtures/live-node.ts';
import { eventually } from '../fixtures/services.ts';

let services: LiveServices;
let nodes: LiveNode[];
let stops: (() => void)[];

const problems: unknown[] = [];

beforeAll(async () => {
  services = await startLiveServices();
  nodes = [
    await startLiveNode(services, { name: 'first' }),
    await startLiveNode(services, { name: 'second', keeps: false }),
  ];
  // As the web process does.
  stops = nodes.map((node) =>
    followPersonUpdates(
      connectSubscriber(services.jobs.url),
      services.namespace,
      ({ personId, news }) => node.live.notifyPerson(personId, PERSON_UPDATE_EVENT, news),
      (error) => problems.push(error),
    ),
  );
});
afterAll(async () => {
  for (const stop of stops) stop();
  for (const node of [...nodes].reverse()) await node.close();
  await services.close();
});

const publish = (personId: string, kind: 'balance' | 'messages' | 'applications') =>
  createPersonUpdates(services.jobs.redis, services.namespace).publish(personId, { kind });
type Bidder = Awaited<ReturnType<LiveNode['bidder']>>;
const newsOf = (bidder: Bidder) =>
  bidder.received.filter(({ event }) => event === PERSON_UPDATE_EVENT).map(({ payload }) => payload);

describe('news of a person', () => {
  it('go on after something on their channel that is none of ours, which operators hear of', async () => {
    const anna = await nodes[0]!.bidder('anna-after-noise');
    await services.jobs.redis.publish(`${services.namespace}person-news`, 'no news at all');
    await publish('anna-after-noise', 'balance');
    await eventually(() => newsOf(anna).length === 1, 'the news after the noise');
    expect(problems).toEqual([expect.any(SyntaxError), expect.any(SyntaxError)]);
  });

  it('reach all of the person’s pages on every node, in no room, and no one else', async () => {
    const [here, there, other, visitor] = await Promise.all([
      nodes[0]!.bidder('anna'),
      nodes[1]!.bidder('anna'),
      nodes[1]!.bidder('bek'),
      nodes[0]!.bidder(null),
    ]);
    await eventually(async () => {
      await publish('anna', 'balance');
      return newsOf(here).length > 0 && newsOf(there).length > 0;
    }, 'news on both nodes');
    expect(newsOf(here)[0]).toEqual({ kind: 'balance' });
    // What is published after it has reached its reader: the others had their time.
    await publish('bek', 'messages');
    await eventually(() => newsOf(other).length > 0, 'news of the other person');
    expect(newsOf(other)).toEqual([{ kind: 'messages' }]);
    expect(newsOf(visitor)).toEqual([]);
    for (const one of [here, there, other, visitor]) one.close();
  });

  it('end with the session', async () => {
    const anna = await nodes[0]!.bidder('carla');
    await publish('carla', 'messages');
    await eventually(() => newsOf(anna).length === 1, 'the news');
    const [session] = await services.sessions.list('carla');
    nodes[0]!.socketSessions.end(session!.handle);
    await eventually(
      () => anna.received.some(({ event }) => event === ROOM_EVENTS.sessionExpired),
      'the end',
    );
    await publish('carla', 'balance');
    // A later news that somebody else gets proves that this one was not only slow.
    const bek = await nodes[0]!.bidder('bek');
    await publish('bek', 'balance');
    await eventually(() => newsOf(bek).length > 0, 'the later news');
    expect(newsOf(anna)).toEqual([{ kind: 'messages' }]);
    for (const one of [anna, bek]) one.close();
  });

  it('of a kind this release does not know are left out', async () => {
    const bek = await nodes[0]!.bidder('dana');
    const text = JSON.stringify({ personId: 'dana', news: { kind: 'weather' } });
    await services.jobs.redis.publish(`${services.namespace}person-news`, text);
    await publish('dana', 'applications');
    await eventually(() => newsOf(bek).length > 0, 'the known news');
    expect(newsOf(bek)).toEqual([{ kind: 'applications' }]);
    bek.close();
  });
});
