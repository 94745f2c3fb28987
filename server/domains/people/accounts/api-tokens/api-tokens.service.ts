import { createHash } from 'node:crypto';
import { TOKENS_MAX, type ApiTokenView } from '#shared/api/cabinet/api-tokens.ts';
import type { TokenScope } from '#shared/api/token-scopes.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { notFound, ruleForbids } from '#server/platform/errors/index.ts';
import { newSecret } from '#server/platform/ids/index.ts';
import {
  TOKEN_PREFIX,
  type Session,
  type SessionPerson,
  type SessionStore,
} from '#server/platform/sessions/index.ts';
import type { ActionRecorder } from '../accounts.service.ts';
import type { Notify } from '../profile/profile-ports.ts';
import { createApiTokensRepository, type ApiTokenRow } from './api-tokens.repository.ts';

/** The time of a token's last use is stored at most this often by one process. */
const NOTE_USE_MS = 3_600_000;

export interface ApiTokens {
  list(personId: string): Promise<ApiTokenView[]>;
  /** The token itself is stored nowhere. 422 `api-tokens.too-many` beyond the limit. */
  create(
    { person, createdAt }: Pick<Session, 'createdAt'> & { person: Pick<SessionPerson, 'personId'> },
    wish: { name: string; scope: TokenScope; days: number },
    address: string,
  ): Promise<{ token: string; shown: ApiTokenView }>;
  /** Safe to repeat. 404 where the person has no such token. */
  revoke(personId: string, id: number, address: string): Promise<void>;
  /**
   * The session of the sender of this token, without roles of staff; null: it is not valid, or its person's account is shut. Rejects while sessions
   * or tokens cannot be read.
   */
  sessionOf(token: string): Promise<Session | null>;
  /** Is the token of this session valid still? */
  isValid(handle: string): Promise<boolean>;
}

export interface ApiTokensDeps {
  db: AnyDb;
  sessions: Pick<SessionStore, 'readForRooms' | 'openForToken' | 'end'>;
  /** What sessions hold of a person; null: unknown, erased or shut. */
  sessionPerson(personId: string): Promise<SessionPerson | null>;
  actions: ActionRecorder;
  notify: Notify;
  now?: () => number;
}

const viewOf = (row: ApiTokenRow): ApiTokenView => ({
  id: row.id,
  name: row.name,
  scope: row.scope,
  ending: row.ending,
  createdAtMs: row.createdAt.getTime(),
  expiresAtMs: row.expiresAt.getTime(),
  usedAtMs: row.usedAt?.getTime() ?? null,
});

export function createApiTokens(deps: ApiTokensDeps): ApiTokens {
  const { db, sessions, sessionPerson, actions, notify, now = Date.now } = deps;
  const tokens = createApiTokensRepository(db);
  /** When the use of a token was last stored, ms, by its session. */
  const noted = new Map<string, number>();

  const log = (on: AnyDb, personId: string, action: string, name: string, address: string) =>
    actions.record({ personId, type: 'account', action, result: 'done', reason: name, address }, on);

  async function noteUse(handle: string, id: number): Promise<void> {
    const at = now();
    if (at - (noted.get(handle) ?? -Infinity) < NOTE_USE_MS) return;
    if (noted.size >= 10_000) noted.clear();
    noted.set(handle, at);
    await tokens.noteUse(id);
  }

  return {
    list: async (personId) => (await tokens.of(personId)).map(viewOf),

    async create({ person: { personId }, createdAt }, { name, scope, days }, address) {
      const token = `${TOKEN_PREFIX}${newSecret()}`;
      const row = await inTransaction(db, async (tx) => {
        const hash = createHash('sha256').update(token).digest('hex');
        const ending = token.slice(-4);
        const wish = { personId, name, scope, hash, ending, days, sessionBeganAt: new Date(createdAt) };
        const added = await createApiTokensRepository(tx).add(wish, TOKENS_MAX);
        if (!added) throw ruleForbids('api-tokens.too-many', { values: { max: TOKENS_MAX } });
        await log(tx, personId, 'api-token-created', name, address);
        await notify(tx, {
          personId,
          key: `api-token-created:${added.id}`,
          template: 'api-token-created',
          params: { tokenName: name },
        });
        return added;
      });
      return { token, shown: viewOf(row) };
    },

    async revoke(personId, id, address) {
      const row = await inTransaction(db, async (tx) => {
        const revoked = await createApiTokensRepository(tx).revoke(personId, id);
        if (!revoked) throw notFound();
        if (revoked.first) await log(tx, personId, 'api-token-revoked', revoked.name, address);
        return revoked;
      });
      // Throws while sessions cannot be reached: a repeat ends the session.
      await sessions.end(row.hash);
    },

    isValid: async (handle) => (await tokens.byHash(handle)) !== null,

    async sessionOf(token) {
      if (!token.startsWith(TOKEN_PREFIX)) return null;
      const handle = createHash('sha256').update(token).digest('hex');
      const row = await tokens.byHash(handle);
      const running = await sessions.readForRooms(token);
      if (!row) {
        // Its revocation was stored, and the end of the session was not reached.
        if (running) await sessions.end(handle);
        return null;
      }
      // One that goes on in rooms alone is whole again with its account.
      const person = running && !running.bidsOnly ? null : await sessionPerson(row.personId);
      if (!person) {
        if (running) await noteUse(handle, row.id);
        return running;
      }
      const session = await sessions.openForToken(token, person, {
        token: { id: row.id, scope: row.scope },
        endsAtMs: row.expiresAt.getTime(),
      });
      // Looked at once more: a revocation or a shut account in between may have found no session to end.
      if (!(await tokens.byHash(handle)) || !(await sessionPerson(row.personId))) {
        await sessions.end(handle);
        return null;
      }
      await noteUse(handle, row.id);
      return session;
    },
  };
}
