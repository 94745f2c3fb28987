import { lockPerson, type ActionRecorder } from '#server/domains/people/accounts/index.ts';
import type { Notifications } from '#server/domains/content/notifications/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { conflict, notFound } from '#server/platform/errors/index.ts';
import { newId } from '#server/platform/ids/index.ts';
import type { MyErasure } from '#shared/api/cabinet/erasure.ts';
import type { ErasureObstacle } from '#shared/limits/erasure.ts';
import { createErasuresRepository, type ErasureRow } from './erasures.repository.ts';

export interface ErasuresDeps {
  db: AnyDb;
  notify: Notifications['notify'];
  actions: ActionRecorder;
  left(on: AnyDb, personId: string): Promise<ErasureObstacle[]>;
  graceDays: number;
  /** The shipped sign-in site serves the sign-in, so that its account goes too. */
  signInHere: boolean;
}

export interface Asker {
  personId: string;
  /** Client address, for the action log. */
  address: string;
}

export type AskedByCommand =
  | { outcome: 'unknown' }
  | { outcome: 'left'; left: ErasureObstacle[] }
  | { outcome: 'open'; dueAtMs: number }
  | { outcome: 'filed' };

export type Erasures = ReturnType<typeof createErasures>;

/** Requests of persons to delete their accounts; each step locks its person first. Carrying one out is a workflow (erase-person.ts). */
export function createErasures(deps: ErasuresDeps) {
  const { db, notify, actions, left, graceDays, signInHere } = deps;

  async function file(
    tx: AnyDb,
    request: { personId: string; requestId: string; byCommand: boolean; graceDays: number },
    { address, why }: { address: string | null; why?: string },
  ): Promise<ErasureRow> {
    const { personId } = request;
    const row = await createErasuresRepository(tx).add(request);
    await notify(tx, {
      personId,
      key: `erasure:${row.id}`,
      template: 'erasure-requested',
      params: { dueAtMs: row.due_at.getTime() },
    });
    const action = { type: 'account', action: 'erasure-asked', result: 'done' } as const;
    const reason = [`erasure:${row.id}`, ...(why === undefined ? [] : [why])].join(' ');
    await actions.record({ ...action, personId, reason, address }, tx);
    return row;
  }

  async function mine(personId: string): Promise<MyErasure> {
    const row = await createErasuresRepository(db).last(personId);
    return {
      request: row
        ? {
            state: row.state,
            requestedAtMs: row.requested_at.getTime(),
            dueAtMs: row.due_at.getTime(),
            obstacles: row.obstacles,
          }
        : null,
      left: await left(db, personId),
      graceDays,
      signInHere,
    };
  }

  return {
    mine,

    /**
     * Opens a request, or answers the one that this `requestId` opened before.
     * @throws 404; 409 `erasure.open`, `erasure.left` (`details.left`)
     */
    async ask({ personId, address }: Asker, requestId: string): Promise<MyErasure> {
      await inTransaction(db, async (tx) => {
        if (!(await lockPerson(tx, personId))) throw notFound();
        const erasures = createErasuresRepository(tx);
        if (await erasures.byRequest(personId, requestId)) return;
        if (await erasures.lockOpen(personId)) throw conflict('erasure.open');
        const obstacles = await left(tx, personId);
        if (obstacles.length > 0) throw conflict('erasure.left', { details: { left: obstacles } });
        await file(tx, { personId, requestId, byCommand: false, graceDays }, { address });
      });
      return mine(personId);
    },

    /** Nothing is deleted. A repeat changes nothing. @throws 404; 409 `erasure.none` */
    async takeBack({ personId, address }: Asker): Promise<MyErasure> {
      await inTransaction(db, async (tx) => {
        if (!(await lockPerson(tx, personId))) throw notFound();
        const erasures = createErasuresRepository(tx);
        const row = await erasures.lockOpen(personId);
        if (!row) {
          // Another tab was faster, or the first answer was lost.
          if ((await erasures.last(personId))?.state === 'taken-back') return;
          throw conflict('erasure.none');
        }
        await erasures.end(row.id, { event: 'take-back' });
        await notify(tx, {
          personId,
          key: `erasure-taken-back:${row.id}`,
          template: 'erasure-taken-back',
          params: {},
        });
        const action = { type: 'account', action: 'erasure-taken-back', result: 'done' } as const;
        await actions.record({ ...action, personId, reason: `erasure:${row.id}`, address }, tx);
      });
      return mine(personId);
    },

    /** For a request on paper, by somebody who may run commands on the server: due at the next round, judged as any other. */
    byCommand: (personId: string, why: string): Promise<AskedByCommand> =>
      inTransaction(db, async (tx) => {
        if (!(await lockPerson(tx, personId))) return { outcome: 'unknown' };
        const open = await createErasuresRepository(tx).lockOpen(personId);
        if (open) return { outcome: 'open', dueAtMs: open.due_at.getTime() };
        const obstacles = await left(tx, personId);
        if (obstacles.length > 0) return { outcome: 'left', left: obstacles };
        const request = { personId, requestId: newId(), byCommand: true, graceDays: 0 };
        await file(tx, request, { address: null, why });
        return { outcome: 'filed' };
      }),
  };
}
