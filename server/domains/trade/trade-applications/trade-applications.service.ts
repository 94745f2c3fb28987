import type { z } from 'zod';
import type { ActionLog } from '#server/domains/staff/action-log/index.ts';
import type { LotsService } from '#server/domains/trade/lots/index.ts';
import type { MyApplication } from '#shared/api/cabinet/trade-applications.ts';
import type { ApplicationRow, consoleApplications, myApplications } from '#shared/api/cabinet/user-order.ts';
import { OPEN_STATUSES } from '#shared/lifecycles/lot-status.ts';
import { COUNTED_ROWS_MAX } from '#shared/limits/counted-rows.ts';
import { periodOf } from '#shared/time/period.ts';
import type { ApplicationRowsRepository, StoredApplicationRow } from './application-rows.repository.ts';
import { applicationRow, consoleApplication, mayProtest, rivalsApplication } from './application-views.ts';
import type { EndedLot } from './protest-window.ts';
import { myApplication } from './trade-applications.policy.ts';
import type { TradeApplicationsRepository } from './trade-applications.repository.ts';

interface Viewer {
  personId: string;
  roles: readonly string[];
}

/** A member of staff who reads. */
interface ApplicationsReader {
  personId: string;
  /** Client address, for the action log; absent: a file that is written later. */
  address?: string;
}

export interface TradeApplicationsDeps {
  actions: Pick<ActionLog, 'record'>;
  applications: TradeApplicationsRepository;
  rows: ApplicationRowsRepository;
  lots: Pick<LotsService, 'cards'>;
  /** Names of people, for the list of staff; without unknown ids. */
  names: (personIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  /** End of this person's own time for protests, for each of these lots; null: it has not ended. */
  protestWindows: (lots: readonly EndedLot[], personId: string) => Promise<(Date | null)[]>;
  /** Lots whose bidders this person must not see: those they bid on or sell, under any account. */
  rivalLots: (personId: string) => Promise<readonly number[]>;
}

export interface TradeApplicationsService {
  mine(lotId: number, viewer: Viewer | null): Promise<MyApplication | null>;
  countCurrent(personId: string): Promise<{ count: number; running: number }>;
  /** The person's applications, for the cabinet. */
  mineList(personId: string, query: MyQuery): Promise<z.infer<typeof myApplications.answer>>;
  /** One application, for its owner. */
  shown(applicationId: number): Promise<ApplicationRow>;
  /**
   * All applications, for staff; in lots the reader is party to, without persons and limits. Who takes part in lots that are not over, and
   * with which limits, is what a rival would pay for: whose were read is recorded.
   */
  all(reader: ApplicationsReader, query: ConsoleQuery): Promise<z.infer<typeof consoleApplications.answer>>;
}

type MyQuery = z.infer<NonNullable<(typeof myApplications)['query']>>;
/** `most`: counts no further. */
type ConsoleQuery = z.infer<NonNullable<(typeof consoleApplications)['query']>> & { most?: number };

export function createTradeApplicationsService(deps: TradeApplicationsDeps): TradeApplicationsService {
  const { applications, rows, lots } = deps;

  /** Rows of one person's own applications. */
  async function ownRows(found: readonly StoredApplicationRow[], now: number): Promise<ApplicationRow[]> {
    const protestable = found.filter(mayProtest);
    const lotsOf = protestable.map(({ protest_until, lot_ended_at: ended_at }) => ({
      protest_until,
      ended_at,
    }));
    const windows =
      protestable.length === 0 ? [] : await deps.protestWindows(lotsOf, protestable[0]!.person_id);
    const until = new Map(protestable.map(({ id }, at) => [id, windows[at] ?? null]));
    return found.map((row) => applicationRow(row, now, until.get(row.id) ?? null));
  }

  return {
    async mine(lotId, viewer) {
      const [lot] = await lots.cards([lotId]);
      if (!lot) return null;
      const application = viewer ? await applications.find(lotId, viewer.personId) : null;
      return myApplication(lot, viewer, application, Date.now());
    },

    countCurrent: (personId) => applications.countCurrent(personId),

    async mineList(personId, { page, size, state, status, lot, from, to }) {
      const filter = {
        personId,
        ...(state === 'all' ? {} : { state }),
        ...(status === undefined ? {} : { status }),
        ...(lot === undefined ? {} : { lotId: lot }),
        ...periodOf({ from, to }),
      };
      const found = await rows.page(filter, { limit: size, offset: (page - 1) * size });
      const now = Date.now();
      const items = await ownRows(found.rows, now);
      return { items, total: found.total, page, size, serverAtMs: now };
    },

    async shown(applicationId) {
      const [shown] = await ownRows([await rows.byId(applicationId)], Date.now());
      return shown!;
    },

    async all(
      { personId: viewerId, address },
      { page, size, status, deposit, lot, person, most = COUNTED_ROWS_MAX },
    ) {
      const rivalLots = await deps.rivalLots(viewerId);
      const filter = {
        ...(status === undefined ? {} : { status }),
        ...(deposit === undefined ? {} : { deposit }),
        ...(lot === undefined ? {} : { lotId: lot }),
        // In a list filtered by person, a row without a name would reveal whose it is.
        ...(person === undefined ? {} : { personId: person, exceptLots: rivalLots }),
      };
      const found = await rows.page(filter, { limit: size, offset: (page - 1) * size, most });
      const names = await deps.names(found.rows.map((row) => row.person_id));
      const items = found.rows.map((row) =>
        rivalLots.includes(row.lot_id)
          ? rivalsApplication(row)
          : consoleApplication(row, names.get(row.person_id) ?? ''),
      );
      const read = items.filter(
        ({ person: named, practice, lotStatus }) =>
          named !== null && !practice && OPEN_STATUSES.includes(lotStatus),
      );
      if (read.length > 0)
        await deps.actions.record({
          personId: viewerId,
          type: 'application',
          action: 'limits-viewed',
          result: 'done',
          address: address ?? null,
          reason: read.map(({ id }) => `application:${id}`).join(' '),
        });
      return { items, total: found.total, page, size };
    },
  };
}
