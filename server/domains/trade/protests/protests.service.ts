import { ownProtestUntil } from '#server/domains/trade/trade-applications/index.ts';
import { formerStaff } from '#server/domains/people/accounts/index.ts';
import type { FilesService, FileViewer } from '#server/domains/content/files/index.ts';
import type { LotsRepository } from '#server/domains/trade/lots/index.ts';
import type { ReferenceService } from '#server/domains/content/reference/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import { isStaffRole } from '#shared/api/contract.ts';
import type { CustomerProtest, MyProtest, ProtestOfLot, StaffProtest } from '#shared/api/cabinet/protests.ts';
import { hasRight } from '#shared/api/console/staff-rights.ts';
import {
  OPEN_PROTESTS,
  PROTEST_STATES,
  PROTESTS_FOR_STAFF,
  type ProtestState,
} from '#shared/lifecycles/protest.ts';
import { judgeProtest, type MayProtestDeps } from './may-protest.ts';
import { filesOf } from './protest-files.ts';
import type { ProtestRow } from './protest-tables.ts';
import { customerProtestView, myProtestView, staffProtestView } from './protest-views.ts';
import { createProtestsRepository } from './protests.repository.ts';

export interface ProtestsDeps extends MayProtestDeps {
  db: AnyDb;
  files: Pick<FilesService, 'documents'>;
  lots: Pick<LotsRepository, 'get'>;
  reference: Pick<ReferenceService, 'workingCalendar'>;
  namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Lots whose participants this person must not see: those they sell or take part in, under any account. */
  rivalLots(personId: string): Promise<readonly number[]>;
}

interface Page {
  page: number;
  size: number;
}

const STATES: Readonly<Record<string, readonly ProtestState[]>> = {
  decide: PROTESTS_FOR_STAFF,
  open: OPEN_PROTESTS,
  all: PROTEST_STATES,
};

export type Protests = ReturnType<typeof createProtests>;

/** Protests as their authors, the customers of the lots and staff see them. */
export function createProtests(deps: ProtestsDeps) {
  const { db, files, lots, reference, namesOf, rivalLots } = deps;
  const protests = createProtestsRepository(db);

  const nowMs = async () => (await protests.now()).getTime();

  const documentsOf = async ({ id }: ProtestRow, viewer: FileViewer) =>
    (await files.documents(filesOf(id), viewer)).items;

  async function forStaff(rows: readonly ProtestRow[], viewer: FileViewer): Promise<StaffProtest[]> {
    const steps = await protests.steps(rows.map(({ id }) => id));
    const people = [
      ...rows.flatMap(({ person_id, seller }) => (seller === null ? [person_id] : [person_id, seller])),
      ...steps.map(({ actor }) => actor),
    ];
    const [names, left, hidden] = await Promise.all([
      namesOf([...new Set(people)]),
      formerStaff(
        db,
        steps.map(({ actor }) => actor),
        'decideProtests',
      ),
      rivalLots(viewer.personId),
    ]);
    const context = {
      steps,
      names,
      left,
      hidden,
      viewer: { personId: viewer.personId, decides: hasRight(viewer.roles, 'decideProtests') },
    };
    return Promise.all(
      rows.map(async (row) =>
        staffProtestView(row, {
          ...context,
          // They name their author.
          files: hidden.includes(row.lot_id) ? [] : await documentsOf(row, viewer),
        }),
      ),
    );
  }

  return {
    async mine(personId: string, { page, size }: Page) {
      const [found, at] = await Promise.all([
        protests.page({ personId }, { limit: size, offset: (page - 1) * size, order: 'newest' }),
        nowMs(),
      ]);
      return { items: found.items.map((row) => myProtestView(row, at)), total: found.total, page, size };
    },

    /** The person's own protest; null: it is not theirs. */
    async find(protestId: number, personId: string): Promise<MyProtest | null> {
      const row = await protests.rowOf(protestId);
      return row?.person_id === personId ? myProtestView(row, await nowMs()) : null;
    },

    /** What this person can do about the result of a lot; null: there is no such lot. */
    async ofLot(lotId: number, { personId, roles }: FileViewer): Promise<ProtestOfLot | null> {
      const lot = await lots.get(lotId);
      if (!lot) return null;
      const [calendar, row, now, open] = await Promise.all([
        reference.workingCalendar(),
        protests.ofPerson(lotId, personId),
        protests.now(),
        protests.hasOpen([lotId]),
      ]);
      const until = await ownProtestUntil(db, lot, personId, { calendar, now });
      const isStaff = roles.some((role) => isStaffRole(role));
      const judged = row ? null : await judgeProtest(deps, db, { lot, until, personId, isStaff, now });
      return {
        untilMs: until?.getTime() ?? null,
        canFile: judged !== null && 'bidderNumber' in judged,
        refusal: judged !== null && 'refusal' in judged ? judged.refusal : null,
        mine: row && myProtestView(row, now.getTime()),
        open,
      };
    },

    /** Of the order's lots, those to be answered first; the caller knows that the order is the viewer's. */
    async ofOrder(orderId: number, viewer: FileViewer): Promise<CustomerProtest[]> {
      const limit = { limit: 100, offset: 0, order: 'newest' } as const;
      const { items } = await protests.page({ orderId }, limit);
      const at = await nowMs();
      const own = items.filter(({ seller }) => seller === viewer.personId);
      const views = await Promise.all(
        own.map(async (row) => customerProtestView(row, await documentsOf(row, viewer), at)),
      );
      return [...views.filter(({ canAnswer }) => canAnswer), ...views.filter(({ canAnswer }) => !canAnswer)];
    },

    async list(
      viewer: FileViewer,
      query: { state: 'decide' | 'open' | 'all' | ProtestState; lotId?: number } & Page,
    ) {
      const { state, lotId, page, size } = query;
      const states = STATES[state] ?? [state as ProtestState];
      const order = state === 'decide' || state === 'open' ? 'deadline' : 'newest';
      const [found, toDecide] = await Promise.all([
        protests.page(
          { states, ...(lotId === undefined ? {} : { lotId }) },
          { limit: size, offset: (page - 1) * size, order },
        ),
        protests.count({ states: PROTESTS_FOR_STAFF }),
      ]);
      return { items: await forStaff(found.items, viewer), toDecide, total: found.total, page, size };
    },

    async one(protestId: number, viewer: FileViewer): Promise<StaffProtest> {
      const row = await protests.rowOf(protestId);
      if (!row) throw new Error(`there is no protest ${protestId}`);
      const [view] = await forStaff([row], viewer);
      return view!;
    },
  };
}
