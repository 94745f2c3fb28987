import { AuctionRedisUnavailable, type AuctionState } from './contract.ts';
import { ClusterServers } from './cluster-servers.ts';
import { feedCalls, logCalls } from './journal-calls.ts';
import { auctionKeys } from './keys.ts';
import type { LotCall } from './lot-calls.ts';
import { readLeases } from './partition-leases.ts';
import { openServer, type OpenServer, type ServerOptions } from './single-server.ts';
import { ClusterStreamReader } from './cluster-stream-reader.ts';

const RETRY_MS = 10;

/**
 * Auction state on a Redis Cluster: every call goes to the server that has the lot's partition, on that server's own
 * connection. As on a single server, nothing is sent twice: a server that replies MOVED has executed nothing, so the
 * call rejects as not sent, and its caller retries.
 */
export function openCluster(options: Omit<ServerOptions, 'url'>, seeds: readonly string[]): AuctionState {
  const keys = auctionKeys(options.namespace, options.partitions);
  const { of } = keys.partitions;
  const servers = new ClusterServers({
    seeds,
    keys,
    open: (url) => openServer({ ...options, url }, { replay: false, clustered: true }),
  });
  const committedBy = new Map<string, number>();
  const logBy = new Map<string, number>();
  for (let partition = 0; partition < keys.partitions.count; partition += 1) {
    committedBy.set(keys.committed(partition), partition);
    logBy.set(keys.log(partition), partition);
  }
  const readerOf = (partitions: Map<string, number>) => (key: string) =>
    serverOf(partitions.get(key) ?? -1).streamReader();
  const feedReader = new ClusterStreamReader({ open: readerOf(committedBy), onFailure: 'continue' });
  const logReader = new ClusterStreamReader({ open: readerOf(logBy), onFailure: 'reject' });
  let at = new Map<number, string>();
  servers.onChange(() => {
    const now = new Map(servers.list().flatMap(({ name, partitions }) => partitions.map((p) => [p, name])));
    const moved = [...now].filter(([p, name]) => at.has(p) && at.get(p) !== name).map(([p]) => p);
    at = now;
    feedReader.moved(moved.map((p) => keys.committed(p)));
    logReader.moved(moved.map((p) => keys.log(p)));
  });

  function serverOf(partition: number): OpenServer {
    const server = servers.of(partition);
    if (!server) throw new AuctionRedisUnavailable(`no server is known for partition ${partition}`, true);
    return server;
  }

  async function on<T>(partition: number, call: (state: AuctionState) => Promise<T>): Promise<T> {
    try {
      return await call(serverOf(partition).state);
    } catch (error) {
      // Not retried here: the caller decides.
      if (error instanceof AuctionRedisUnavailable) servers.recheckSoon();
      throw error;
    }
  }

  const lotCall = <Name extends LotCall>(name: Name): AuctionState[Name] =>
    ((command: { lotId: number }) =>
      on(of(command.lotId), (state) =>
        (state[name] as (c: { lotId: number }) => Promise<unknown>)(command),
      )) as AuctionState[Name];

  return {
    partitions: keys.partitions,
    servers,
    async ready(timeoutMs = 5_000) {
      const giveUpAt = performance.now() + timeoutMs;
      while (servers.list().length === 0) {
        if (performance.now() > giveUpAt)
          throw new AuctionRedisUnavailable(`no server of the cluster answered for ${timeoutMs} ms`, true);
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
      const left = Math.max(RETRY_MS, giveUpAt - performance.now());
      await Promise.all(servers.list().map(({ state }) => state.ready(left)));
    },

    place: lotCall('place'),
    refuseEarly: lotCall('refuseEarly'),
    setAuto: lotCall('setAuto'),
    clearAuto: lotCall('clearAuto'),
    findBid: lotCall('findBid'),
    admit: lotCall('admit'),
    setLimit: lotCall('setLimit'),
    revoke: lotCall('revoke'),
    close: lotCall('close'),
    suspend: lotCall('suspend'),
    resume: lotCall('resume'),
    extend: lotCall('extend'),
    withdraw: lotCall('withdraw'),
    recover: lotCall('recover'),

    snapshot: (lotId) => on(of(lotId), (state) => state.snapshot(lotId)),
    load: (lot, o) => on(of(lot.terms.lotId), (state) => state.load(lot, o)),
    addIds: (lotId, ...more) => on(of(lotId), (state) => state.addIds(lotId, ...more)),
    lotsMissingIds: async (lotIds) =>
      (
        await Promise.all(lotIds.map((lotId) => on(of(lotId), (state) => state.lotsMissingIds([lotId]))))
      ).flat(),
    lookAtLots: async (lotIds) =>
      (await Promise.all(lotIds.map((lotId) => on(of(lotId), (state) => state.lookAtLots([lotId]))))).flat(),
    retainedCommitted: (partition) => on(partition, (state) => state.retainedCommitted(partition)),
    forget: (lotId) => on(of(lotId), (state) => state.forget(lotId)),
    want: (lotId) => on(of(lotId), (state) => state.want(lotId)),
    due: (partition, limit) => on(partition, (state) => state.due(partition, limit)),

    claimLease: (partition, c) => on(partition, (state) => state.claimLease(partition, c)),
    renewLease: async (partitions, c) =>
      (await Promise.all(partitions.map((p) => on(p, (state) => state.renewLease([p], c))))).flat(),
    stallLot: (lotId, c) => on(of(lotId), (state) => state.stallLot(lotId, c)),
    async leases(wanted) {
      const found = await Promise.all(
        servers.list().map(async ({ partitions: owned }) => {
          const partitions = wanted ? owned.filter((partition) => wanted.includes(partition)) : owned;
          const server = servers.of(owned[0] ?? -1);
          // A server that is away is named by the look at the servers themselves.
          return server ? await readLeases(server.redis, keys, partitions).catch(() => []) : [];
        }),
      );
      return found.flat();
    },
    reportFailing: (partition, sqlState) =>
      on(partition, (state) => state.reportFailing(partition, sqlState)),
    readLogNow: (partition, after, limit) =>
      on(partition, (state) => state.readLogNow(partition, after, limit)),
    trimLog: (partition, through) => on(partition, (state) => state.trimLog(partition, through)),
    publishCommitted: (partition, messages) =>
      on(partition, (state) => state.publishCommitted(partition, messages)),
    ...logCalls(keys, logReader),
    // On a cluster each server's journal reads its log without prefetching.
    followLog: () => undefined,
    prefetchLog: () => undefined,
    ...feedCalls(keys, feedReader, (partition) =>
      on(partition, () => serverOf(partition).newestId(partition)),
    ),

    runIdOf: (lotId) => servers.of(of(lotId))?.state.runIdOf(lotId) ?? null,
    /** The run ids of all servers, joined. */
    async serverRunId() {
      return (await Promise.all(servers.list().map(({ state }) => state.serverRunId()))).join(' ');
    },
    /** The time of the server that replies first: the journal checks all of them against PostgreSQL's time. */
    async redisNowUs() {
      try {
        return await Promise.any(servers.list().map(({ state }) => state.redisNowUs()));
      } catch (error) {
        // Not retried here: the caller retries.
        throw new AuctionRedisUnavailable('no server of the cluster can be reached', true, { cause: error });
      }
    },
    async disconnect() {
      feedReader.close();
      logReader.close();
      await servers.close();
    },
  };
}
