import type { AuctionServer, AuctionState } from './contract.ts';

export interface PerServer<Part> {
  /** What runs now. */
  parts(): Part[];
  /** Stops all of it. */
  stop(): Promise<void>;
}

/**
 * Runs something once for each server of the auction Redis: once on a single one, on a cluster beside each other, so
 * that a server that is away holds up its own partitions alone. Where a server's partitions change it is stopped and
 * begun anew. What is begun must bear that its predecessor is not over yet: it may be waiting for a server that is gone.
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
