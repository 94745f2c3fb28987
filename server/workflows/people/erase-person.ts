import {
  lockErasedPerson,
  lockErasure,
  lockPerson,
  type ActionRecorder,
  type Person,
} from '#server/domains/people/accounts/index.ts';
import { createErasuresRepository, type ErasureRow } from '#server/domains/people/erasure/index.ts';
import type { NotificationDelivery, Notifications } from '#server/domains/content/notifications/index.ts';
import { forgetDrafts } from '#server/domains/trade/orders/index.ts';
import type { Erased, EraseRows } from '#server/domains/people/personal-data/index.ts';
import { lockMoney } from '#server/domains/money/wallet/index.ts';
import { inTransaction, writeOutbox, type AnyDb } from '#server/platform/database/index.ts';
import type { SessionEnd } from '#server/platform/sessions/index.ts';
import type { Language } from '#shared/i18n/languages.ts';
import type { LocalizedText } from '#shared/i18n/localized.ts';
import type { ErasureObstacle } from '#shared/limits/erasure.ts';
import type { WorkflowCrashPoint } from '../crash-steps.ts';

/** What a page that is still open says. */
const BECAUSE: SessionEnd = 'erased';

const BATCH = 50;
/** Longer than a request of a session that has ended may still be under way. */
const CLEAR_AFTER_MS = 10 * 60_000;
/** After this the last message is given up, also where its channel is not configured. */
const LAST_MESSAGE_MS = 24 * 3_600_000;

export interface ErasePersonDeps {
  db: AnyDb;
  left(on: AnyDb, personId: string): Promise<ErasureObstacle[]>;
  eraseRows: EraseRows;
  postOffice: Pick<NotificationDelivery, 'sendLast' | 'isWaiting'>;
  notify: Notifications['notify'];
  actions: ActionRecorder;
  /** Stores the hashes of proven numbers, which outlive the account. */
  rememberNumbers(tx: AnyDb, personId: string): Promise<void>;
  /** Removes the account at the shipped sign-in site; an account at another provider is left to it. */
  removeSignIn(tx: AnyDb, person: Pick<Person, 'issuer' | 'subject'>): Promise<void>;
  /** The topic of the event that ends every session, repeated while Redis is away. */
  sessionsOver: string;
  endSessions(personId: string, because: SessionEnd): Promise<unknown>;
  pseudonyms(code: string): LocalizedText;
  newCode(): string;
  onFailure(error: unknown, erasureId: number): void;
  crashAt: WorkflowCrashPoint;
}

export interface ErasureRound {
  done: number;
  refused: number;
  cleared: number;
}

/**
 * Carries out the requests that are due. Each is one transaction under the locks of its person, then its request, then the
 * person's money: judged again, and refused with the reason or done with everything it deletes. Later the last message and
 * what was written at the same moment go as well.
 */
export function createEraseDue(deps: ErasePersonDeps) {
  const { db, left, eraseRows, postOffice, notify, actions, removeSignIn, endSessions } = deps;

  async function refuse(tx: AnyDb, { id, person_id: personId }: ErasureRow, obstacles: ErasureObstacle[]) {
    await createErasuresRepository(tx).end(id, { event: 'refuse', obstacles });
    await notify(tx, {
      personId,
      key: `erasure-refused:${id}`,
      template: 'erasure-refused',
      params: {},
    });
    const action = { type: 'account', action: 'erasure', result: 'refused' } as const;
    await actions.record({ ...action, personId, reason: `erasure:${id}` }, tx);
  }

  const erasedOf = (personId: string, language: Language, code: string): Erased => {
    const pseudonyms = deps.pseudonyms(code);
    return {
      personId,
      code,
      pseudonyms,
      pseudonym: pseudonyms[language],
      phone: null,
      email: null,
    };
  };

  async function erase(tx: AnyDb, person: Person, { id }: ErasureRow): Promise<void> {
    const { id: personId, language } = person;
    const phone = person.phoneConfirmed ? person.phone : null;
    const email = person.emailConfirmed ? person.email : null;
    const code = deps.newCode();
    await createErasuresRepository(tx).end(id, { event: 'erase', code });
    await forgetDrafts(tx, personId);
    await deps.rememberNumbers(tx, personId);
    await removeSignIn(tx, person);
    await eraseRows(tx, { ...erasedOf(personId, language, code), phone, email });
    // After the messages before it are gone; the addresses are in its deliveries alone, which the last round deletes.
    await postOffice.sendLast(
      tx,
      { personId, language, phone, email },
      {
        key: `account-erased:${id}`,
        template: 'account-erased',
        params: {},
      },
    );
    const action = { type: 'account', action: 'erased', result: 'done' } as const;
    await actions.record({ ...action, personId, reason: `erasure:${id}` }, tx);
    await writeOutbox(tx, { topic: deps.sessionsOver, payload: { personId, because: BECAUSE } });
    deps.crashAt('erasure-written');
  }

  /** null: it was taken back, or another worker was faster. */
  const carryOut = (erasureId: number, personId: string): Promise<'done' | 'refused' | null> =>
    inTransaction(db, async (tx) => {
      const person = await lockPerson(tx, personId);
      const row = person && (await createErasuresRepository(tx).lockOpen(personId));
      if (!person || row?.id !== erasureId) return null;
      await lockMoney(tx, personId);
      await lockErasure(tx, personId);
      const obstacles = await left(tx, personId);
      if (obstacles.length > 0) {
        await refuse(tx, row, obstacles);
        return 'refused';
      }
      await erase(tx, person, row);
      return 'done';
    });

  /** Deletes the last message once it has left, and what a request under way wrote after the erasure. */
  const clear = ({ id, person_id: personId, code, ended_at: endedAt }: ErasureRow): Promise<boolean> =>
    inTransaction(db, async (tx) => {
      const person = await lockErasedPerson(tx, personId);
      const young = endedAt !== null && endedAt.getTime() > Date.now() - LAST_MESSAGE_MS;
      if (young && (await postOffice.isWaiting(tx, personId))) return false;
      await forgetDrafts(tx, personId);
      await eraseRows(tx, erasedOf(personId, person.language, code ?? ''));
      await createErasuresRepository(tx).markCleared(id);
      return true;
    });

  async function each(
    read: (after: number) => Promise<ErasureRow[]>,
    work: (row: ErasureRow) => Promise<void>,
  ): Promise<void> {
    for (let after = 0; ;) {
      const rows = await read(after);
      for (const row of rows) {
        try {
          await work(row);
        } catch (error) {
          // Its transaction is rolled back whole; retried by the next round, the others go on.
          deps.onFailure(error, row.id);
        }
      }
      const last = rows.at(-1);
      if (rows.length < BATCH || !last) return;
      after = last.id;
    }
  }

  return {
    /** @param clearAfterMs age of an erasure whose rest is deleted */
    async round(clearAfterMs: number = CLEAR_AFTER_MS): Promise<ErasureRound> {
      const counts: ErasureRound = { done: 0, refused: 0, cleared: 0 };
      const erasures = createErasuresRepository(db);
      await each(
        (after) => erasures.toClear(clearAfterMs, after, BATCH),
        async (row) => {
          if (await clear(row)) counts.cleared += 1;
        },
      );
      await each(
        (after) => erasures.due(after, BATCH),
        async ({ id, person_id: personId }) => {
          const outcome = await carryOut(id, personId);
          if (outcome !== null) counts[outcome] += 1;
          if (outcome !== 'done') return;
          deps.crashAt('erasure-committed');
          await endSessions(personId, BECAUSE);
        },
      );
      return counts;
    },
  };
}
