import type { z } from 'zod';
import type { LotsService } from '#server/domains/lots/index.ts';
import type { JoinPracticeAnswer, MyApplication } from '#shared/api/trade-applications.ts';
import type { ApplicationRow, consoleApplications, myApplications } from '#shared/api/user-order.ts';
import { periodOf } from '#shared/time/period.ts';
import type { ApplicationRowsRepository } from './application-rows.repository.ts';
import { applicationRow, consoleApplication, rivalsApplication } from './application-views.ts';
import { isOutcomeUnknown, isTooLate, type RoomAdmission } from './room-door.ts';
import { joinRefusal, myApplication, practiceRefusal } from './trade-applications.policy.ts';
import type { TradeApplication, TradeApplicationsRepository } from './trade-applications.repository.ts';

interface Viewer {
  personId: string;
  roles: readonly string[];
}

export interface TradeApplicationsDeps {
  applications: TradeApplicationsRepository;
  rows: ApplicationRowsRepository;
  lots: Pick<LotsService, 'cards'>;
  /** Names of people, for the staff's list; unknown ids are left out. */
  names: (personIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  /** Lots whose bidders this person must not know: those they bid on or sell, under any account. */
  rivalLots: (personId: string) => Promise<readonly number[]>;
  rooms: RoomAdmission;
  /** Makes sure that the core has the room; safe to repeat. */
  openRoom: (lotId: number) => Promise<void>;
}

export interface TradeApplicationsService {
  /** Admits to a practice room at once; null when there is no such lot. Repeating it gives the same number. */
  joinPractice(lotId: number, personId: string): Promise<JoinPracticeAnswer | null>;
  mine(lotId: number, viewer: Viewer | null): Promise<MyApplication | null>;
  countCurrent(personId: string): Promise<{ count: number; running: number }>;
  /** The person's applications as their cabinet lists them. */
  mineList(personId: string, query: MyQuery): Promise<z.infer<typeof myApplications.answer>>;
  /** One application as its owner sees it. */
  shown(applicationId: number): Promise<ApplicationRow>;
  /** Everybody's, for staff; in lots the viewer has a part in, without persons and limits. */
  all(viewerId: string, query: ConsoleQuery): Promise<z.infer<typeof consoleApplications.answer>>;
}

type MyQuery = z.infer<NonNullable<(typeof myApplications)['query']>>;
type ConsoleQuery = z.infer<NonNullable<(typeof consoleApplications)['query']>>;

export function createTradeApplicationsService(deps: TradeApplicationsDeps): TradeApplicationsService {
  const { applications, rows, lots, rooms, openRoom } = deps;

  async function admitInCore(application: TradeApplication) {
    await openRoom(application.lot_id);
    const answer = await rooms.admit(application.lot_id, {
      person: application.person_id,
      number: application.number,
      limitTiyin: application.limit_tiyin,
    });
    if (answer.verdict === 'done') await applications.decide(application.id, 'admitted');
    else if (isTooLate(answer)) await applications.decide(application.id, 'turned-down', 'closed');
    return answer;
  }

  return {
    async joinPractice(lotId, personId) {
      const [lot] = await lots.cards([lotId]);
      if (!lot) return null;
      const existing = await applications.find(lotId, personId);
      if (existing?.status === 'admitted')
        return { verdict: 'admitted', lotId, number: existing.number, already: true };
      if (existing?.status === 'revoked') return { verdict: 'refused', lotId, reason: 'revoked' };
      const refusal = practiceRefusal(lot);
      if (refusal) return { verdict: 'refused', lotId, reason: refusal };

      const application = existing ?? (await applications.request(lotId, personId, null));
      if (application.status === 'turned-down') return { verdict: 'refused', lotId, reason: 'closed' };
      try {
        const answer = await admitInCore(application);
        if (answer.verdict === 'done')
          return { verdict: 'admitted', lotId, number: application.number, already: false };
        return { verdict: 'refused', lotId, reason: joinRefusal(answer.reason) };
      } catch (error) {
        // Not retried here: the application waits, and is handed to the core again by the next round or the next press.
        if (isOutcomeUnknown(error)) return { verdict: 'refused', lotId, reason: 'busy' };
        throw error;
      }
    },

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
      const items = found.rows.map((row) => applicationRow(row, now));
      return { items, total: found.total, page, size, serverAtMs: now };
    },

    shown: async (applicationId) => applicationRow(await rows.byId(applicationId), Date.now()),

    async all(viewerId, { page, size, status, deposit, lot, person }) {
      const rivalLots = await deps.rivalLots(viewerId);
      const filter = {
        ...(status === undefined ? {} : { status }),
        ...(deposit === undefined ? {} : { deposit }),
        ...(lot === undefined ? {} : { lotId: lot }),
        // Asked for by a person, a row without a name would tell whose it is.
        ...(person === undefined ? {} : { personId: person, exceptLots: rivalLots }),
      };
      const found = await rows.page(filter, { limit: size, offset: (page - 1) * size });
      const names = await deps.names(found.rows.map((row) => row.person_id));
      const items = found.rows.map((row) =>
        rivalLots.includes(row.lot_id)
          ? rivalsApplication(row)
          : consoleApplication(row, names.get(row.person_id) ?? ''),
      );
      return { items, total: found.total, page, size };
    },
  };
}
