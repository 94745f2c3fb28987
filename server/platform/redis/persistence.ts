/** What a server writes to its disk. */
export interface RedisPersistence {
  appendOnly: boolean;
  /** Rules for snapshots; '' without any. */
  save: string;
}

export async function readPersistence(client: {
  config(command: 'GET', ...names: string[]): Promise<unknown>;
}): Promise<RedisPersistence> {
  const raw = (await client.config('GET', 'appendonly', 'save')) as string[];
  const valueOf = (name: string) => raw[raw.indexOf(name) + 1] ?? '';
  return { appendOnly: valueOf('appendonly') === 'yes', save: valueOf('save') };
}

/** A sentence where the server of rooms writes files, which are never read and which its one thread waits for; otherwise null. */
export function persistenceWarning(server: string, { appendOnly, save }: RedisPersistence): string | null {
  const files = [...(appendOnly ? ['appendonly'] : []), ...(save === '' ? [] : ['save'])];
  if (files.length === 0) return null;
  return `${server}: ${files.join(' and ')} is on, rooms come back from PostgreSQL: set appendonly no and save ""`;
}
