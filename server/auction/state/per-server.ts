import type { AuctionServer, AuctionState } from './contract.ts';

export interface PerServer<Part> {
  /** The running parts. */
  parts(): Part[];
  /** Stops all parts. */
  stop(): Promise<void>;
}

/**
 * Runs one part for each server of the auction Redis, so that an unavailable server of a cluster delays its own partitions
 * only. When a server's partitions change, its part is stopped and a new one started. The new part must tolerate that its
 * predecessor still runs: it may be waiting for a server that is gone.
 */
export function perServer<Part extends { stop(): Promise<void> }>(
  state: AuctionState,
  start: (server: Pick<AuctionServer, 'state' | 'partitions'>) => Part,
): PerServer<Part> {
  const { servers } = state;
  if (!servers) {
    const partitions = Array.from({ length: state.partitions.count }, (_, partition) => partition);
    const part = start({ state, partitions });
    return { parts: () => [part], stop: () => part.stop() };
  }
  const running = new Map<string, Part>();
  const leaving = new Set<Promise<void>>();
  let stopped = false;

  function follow(): void {
    const wanted = new Map(servers?.list().map((server) => [identityOf(server), server]));
    for (const [identity, part] of running) {
      if (wanted.has(identity)) continue;
      running.delete(identity);
      const end = part.stop().finally(() => leaving.delete(end));
      leaving.add(end);
    }
    for (const [identity, server] of wanted) if (!running.has(identity)) running.set(identity, start(server));
  }

  const unfollow = servers.onChange(() => {
    if (!stopped) follow();
  });
  follow();
  return {
    parts: () => [...running.values()],
    async stop() {
      stopped = true;
      unfollow();
      await Promise.all([...leaving, ...[...running.values()].map((part) => part.stop())]);
    },
  };
}

const identityOf = ({ name, partitions }: AuctionServer): string => `${name} ${partitions.join(',')}`;
