import type { z } from 'zod';
import type { Contract } from '#shared/api/contract.ts';
import { DEFAULT_LANGUAGE } from '#shared/i18n/languages.ts';
import { type Call, type Handler, Reply } from './call.ts';

interface Entry {
  address: RegExp;
  names: string[];
  answer(params: Record<string, string>, query: Record<string, string>): Promise<string | null>;
}

/** Ignores the headers of an answer that is not sent. */
const NO_HEADERS = { set: () => NO_HEADERS, vary: () => NO_HEADERS };

/** The address of a contract as a pattern of whole paths, and the names of its parameters. */
function patternOf(path: string): Pick<Entry, 'address' | 'names'> {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '');
  return { names, address: new RegExp(`^${path.replace(/:\w+/g, '([^/]+)')}$`) };
}

/**
 * Public reads answered inside this process: the same parsing and the same handler as over the network, without a
 * connection, a session or a limit. For pages rendered by the server; the caller bounds the use.
 */
export class PublicReads {
  private readonly entries = new Map<string, Entry>();

  add(
    contract: Contract,
    schemas: { params: z.ZodType; query: z.ZodType },
    handler: Handler<Contract>,
  ): void {
    if (contract.method !== 'get' || contract.access !== 'public') return;
    this.entries.set(contract.name, {
      ...patternOf(contract.path),
      async answer(rawParams, rawQuery) {
        const params = schemas.params.safeParse(rawParams);
        const query = schemas.query.safeParse(rawQuery);
        if (!params.success || !query.success) return null;
        const call = {
          contract,
          params: params.data,
          query: query.data,
          body: {},
          person: null,
          session: null,
          language: DEFAULT_LANGUAGE,
          requestId: '',
          address: '',
          req: { headers: {} },
          res: NO_HEADERS,
        };
        const answer = await handler(call as unknown as Call);
        if (!(answer instanceof Reply)) return JSON.stringify(answer);
        return answer.status === 200 && answer.body !== null ? answer.body.toString() : null;
      },
    });
  }

  /**
   * JSON of an answer; null where the address is none of the named contracts' or breaks its rules.
   * @param address path and query. Rejects as the handler does.
   */
  async read(address: string, contracts: readonly string[]): Promise<string | null> {
    const { pathname, searchParams } = new URL(address, 'http://visitor');
    for (const name of contracts) {
      const entry = this.entries.get(name);
      const match = entry?.address.exec(pathname);
      if (!entry || !match) continue;
      const params = Object.fromEntries(entry.names.map((each, at) => [each, match[at + 1] ?? '']));
      return entry.answer(params, Object.fromEntries(searchParams));
    }
    return null;
  }
}
