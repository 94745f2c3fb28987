import { Redis } from 'ioredis';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createAuctionLogRepository,
  createAuctionState,
  startJournals,
  type AuctionState,
} from '#server/auction/index.ts';
import { createLogger } from '#server/platform/logging/index.ts';
import { accepted, refused, type Bidder } from '../fixtures/bidder.ts';
import {
  openRoom,
  startLiveNode,
  startLiveServices,
  terms,
  type LiveNode,
  type LiveServices,
} from '../fixtures/live-node.ts';
import { startRedis, type OwnRedis } from '../fixtures/redis-server.ts';
import { eventually } from '../fixtures/services.ts';
import { startTcpProxy, type TcpProxy } from '../fixtures/tcp-proxy.ts';

const PARTITIONS = 8;
const LEASE = { owner: 'test' };

/** A journal whose look at the identity of its Redis is put off until the test lets it look. */
interface PatientJournal {
  waitToLook(): Promise<void>;
  look(): void;
  stop(): Promise<void>;
}

let services: LiveServices;
let replica: OwnRedis;
let node: LiveNode;
let journal: PatientJournal;
let lotId: number;
let anna: Bidder;
let bek: Bidder;
/** The auction Redis as web and journal reach it, and each server by itself. */
let webProxy: TcpProxy;
let journalProxy: TcpProxy;
let primary: { state: AuctionState; client: Redis };
let promoted: { state: AuctionState; client: Redis };
const toClose: (() => Promise<unknown> | void)[] = [];

const urlOf = (port: number) => `redis://127.0.0.1:${port}`;
const stateAt = (url: string) =>
  createAuctionState({ url, namespace: services.namespace, partitions: PARTITIONS });

async function directly(url: string): Promise<{ state: AuctionState; client: Redis }> {
  const [state, client] = [stateAt(url), new Redis(url)];
  await state.ready();
  toClose.push(
    () => state.disconnect(),
    () => client.disconnect(),
  );
  return { state, client };
}

function startPatientJournal(url: string): PatientJournal {
  const state = stateAt(url);
  let known: string | null = null;
  const serverRunId = async () => known ?? state.serverRunId();
  const journals = startJournals({
    state: { ...state, serverRunId },
    databaseUrl: services.database.url,
    owner: 'patient-journal',
    log: createLogger({ level: process.env.TEST_LOG_LEVEL ?? 'silent', process: 'journal' }),
  });
  return {
    async waitToLook() {
      known = await state.serverRunId();
    },
    look: () => void (known = null),
    async stop() {
      await journals.stop();
      await state.disconnect();
    },
  };
}

beforeEach(async () => {
  services = await startLiveServices();
  const { redis } = services;
  primary = await directly(redis.url);
  await primary.client.config('SET', 'repl-diskless-sync-delay', '0');
  replica = await startRedis({ settings: ['--replicaof', '127.0.0.1', String(redis.port)] });
  [webProxy, journalProxy] = await Promise.all([startTcpProxy(redis.port), startTcpProxy(redis.port)]);
  journal = startPatientJournal(urlOf(journalProxy.port));
  node = await startLiveNode(services, {
    keeps: false,
    partitions: PARTITIONS,
    redisUrl: urlOf(webProxy.port),
  });
  lotId = await openRoom(node, terms(), ['anna', 'bek']);
  [anna, bek] = await Promise.all([node.bidder('anna'), node.bidder('bek')]);
  accepted(await anna.place(lotId, 1_000));
  // WAIT is about the writes of its own connection, before which all others were sent.
  await primary.client.set(`${services.namespace}mark`, '1');
  await eventually(() => primary.client.wait(1, 1_000), 'a replica with everything so far');
  const client = new Redis(replica.url);
  await client.replicaof('NO', 'ONE');
  client.disconnect();
  promoted = await directly(replica.url);
});

afterEach(async () => {
  for (const one of [anna, bek]) one.close();
  await journal.stop();
  await node.close();
  for (const close of toClose.splice(0)) await close();
  await Promise.all([webProxy.close(), journalProxy.close()]);
  await replica.stop();
  await services.close();
});

const failOver = (proxy: TcpProxy) => {
  proxy.redirect(replica.port);
  proxy.cut();
};
const leaseAt = (server: { state: AuctionState }) =>
  server.state.claimLease(lotId % PARTITIONS, { ...LEASE, pgNowUs: Date.now() * 1_000 });
/** The server decides for as long as this lasts: a lease is good for a second, which may pass on a busy machine. */
async function renewLeaseAt(server: { state: AuctionState }): Promise<() => void> {
  await leaseAt(server);
  const renewing = setInterval(() => void leaseAt(server), 100);
  const end = () => clearInterval(renewing);
  toClose.push(end);
  return end;
}
const priceAt = async (server: { state: AuctionState }) => (await server.state.snapshot(lotId))?.priceTiyin;

const findCommitted = (person: string, bidId: string) =>
  createAuctionLogRepository(services.database.db).findBid(lotId, person, bidId);

async function finallyNotPlaced(person: Bidder, bidId: string, answer: Promise<unknown>): Promise<void> {
  expect(refused((await answer) as never).reason).toBe('not-placed');
  // Not even a repeat that has forgotten when it was first sent is judged again.
  expect(refused(await person.place(lotId, 5_000, { bidId }))).toMatchObject({
    reason: 'not-placed',
    repeated: true,
  });
}

describe('a replica that lacks the last entry takes over within an epoch', () => {
  it('calls a bid that was lost with the primary not placed only when no repeat of it can be placed', async () => {
    await journal.waitToLook();
    const before = Date.now() * 1_000;
    failOver(journalProxy);
    const lease = `${services.namespace}{p${String(lotId % PARTITIONS).padStart(2, '0')}}:lease`;
    await eventually(
      async () => Number(await promoted.client.hget(lease, 'redisUs')) > before,
      'the journal to renew its lease with the replica',
    );
    const endLease = await renewLeaseAt(primary);
    const lost = anna.place(lotId, 1_100, { bidId: 'lost-in-the-fork' });
    await eventually(async () => (await priceAt(primary)) === 1_100, 'the bid at the primary');
    endLease();
    failOver(webProxy);
    // Takes the sequence of the lost one, and is committed in the same epoch.
    accepted(await bek.place(lotId, 1_100));
    journal.look();
    await finallyNotPlaced(anna, 'lost-in-the-fork', lost);
  });

  it('calls a bid not placed whose sequence PostgreSQL had from the primary, and stays with that', async () => {
    accepted(await anna.place(lotId, 1_100));
    const endLease = await renewLeaseAt(promoted);
    failOver(webProxy);
    const lost = bek.place(lotId, 1_100, { bidId: 'second-of-its-seq' });
    await eventually(async () => (await priceAt(promoted)) === 1_100, 'the bid at the replica');
    endLease();
    failOver(journalProxy);
    await finallyNotPlaced(bek, 'second-of-its-seq', lost);
  });

  it('does not refuse for good, while it holds bids, what the primary accepted and PostgreSQL has', async () => {
    webProxy.swallowReplies();
    const answer = bek.place(lotId, 1_100, { bidId: 'reply-was-lost' });
    const stored = async () => (await findCommitted('bek', 'reply-was-lost')) !== null;
    await eventually(stored, 'the bid in PostgreSQL');
    // The replica has heard of neither the bid nor a lease of this second.
    const holdsBids = async () => (await promoted.state.close({ lotId, epoch: 1 })).verdict === 'refused';
    await eventually(holdsBids, 'the lease at the replica to end');
    webProxy.redirect(replica.port);
    webProxy.restore();
    const refusals = async () => (await promoted.client.keys(`${services.namespace}*:no:*`)).length > 0;
    await eventually(refusals, 'the replica to refuse the repeat');
    failOver(journalProxy);
    expect(accepted(await answer)).toMatchObject({ amountTiyin: 1_100, repeated: true });
  });
});
