/** A server's used and allowed memory. */
export interface RedisMemory {
  usedBytes: number;
  /** 0: the server has no limit. */
  maxBytes: number;
}

/** From this share on operators are warned. */
export const NEARLY_FULL = 0.8;

export async function readRedisMemory(client: {
  info(section: string): Promise<string>;
}): Promise<RedisMemory> {
  const info = await client.info('memory');
  const figure = (name: string) => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1] ?? 0);
  return { usedBytes: figure('used_memory'), maxBytes: figure('maxmemory') };
}

/** Used share of the bound; 0 where there is none. */
export const memoryShare = ({ usedBytes, maxBytes }: RedisMemory): number =>
  maxBytes === 0 ? 0 : usedBytes / maxBytes;

/** A sentence where a server of the auction Redis has no bound or is close to it, otherwise null. */
export function memoryWarning(server: string, memory: RedisMemory): string | null {
  if (memory.maxBytes === 0)
    return `${server}: maxmemory is not set, so a flood could take all memory of its machine`;
  const share = memoryShare(memory);
  if (share < NEARLY_FULL) return null;
  return `${server}: ${Math.round(share * 100)} % of its maxmemory is used; when it is full, bids are refused`;
}
