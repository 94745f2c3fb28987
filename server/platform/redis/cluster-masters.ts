interface Asking {
  call(command: string, ...args: string[]): Promise<unknown>;
}

/** A master of a Redis Cluster, with one of its ranges of slots. */
export interface ClusterMaster {
  url: string;
  fromSlot: number;
  toSlot: number;
}

/**
 * The masters of a Redis Cluster, as one of its servers knows them: one row for each range of slots. User, password and
 * protocol are those of the address it was asked by. Rejects when the server does not belong to a cluster.
 */
export async function clusterMasters(client: Asking, askedBy: string): Promise<ClusterMaster[]> {
  const ranges = (await client.call('CLUSTER', 'SLOTS')) as [unknown, unknown, [string | null, unknown]][];
  return ranges.map(([from, to, [host, port]]) => {
    const url = new URL(askedBy);
    // A server that does not know its own address leaves it empty.
    if (host && host !== '?') url.hostname = host.includes(':') ? `[${host}]` : host;
    url.port = String(port);
    return { url: url.href, fromSlot: Number(from), toSlot: Number(to) };
  });
}
