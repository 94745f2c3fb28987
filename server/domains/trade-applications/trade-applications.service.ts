import type { LotsService } from '#server/domains/lots/index.ts';
import type { JoinPracticeAnswer, MyApplication } from '#shared/api/trade-applications.ts';
import { isOutcomeUnknown, type RoomAdmission, type RoomCommandAnswer } from './room-door.ts';
import { joinRefusal, myApplication, practiceRefusal } from './trade-applications.policy.ts';
import type { TradeApplication, TradeApplicationsRepository } from './trade-applications.repository.ts';

interface Viewer {
  personId: string;
  roles: readonly string[];
}

export interface TradeApplicationsDeps {
  applications: TradeApplicationsRepository;
  lots: Pick<LotsService, 'cards'>;
  rooms: RoomAdmission;
  /** Makes sure that the core has the room; safe to repeat. */
  openRoom: (lotId: number) => Promise<void>;
}

export interface TradeApplicationsService {
  /** Admits to a practice room at once; null when there is no such lot. Repeating it gives the same number. */
  joinPractice(lotId: number, personId: string): Promise<JoinPracticeAnswer | null>;
  /** Asks for admission; it follows shortly by `admit`. The number is drawn now. */
  request(lotId: number, personId: string, limitTiyin: number | null): Promise<TradeApplication>;
  /** Hands one application to the core and writes down what it said. `busy`: nothing is decided, try again. */
  admit(application: TradeApplication): Promise<'admitted' | 'turned-down' | 'busy'>;
  waiting(limit: number): Promise<TradeApplication[]>;
  mine(lotId: number, viewer: Viewer | null): Promise<MyApplication | null>;
  countCurrent(personId: string): Promise<{ count: number; running: number }>;
}

/** The core will never admit to this room any more. */
const tooLate = (answer: RoomCommandAnswer): boolean =>
  answer.verdict === 'refused' && (answer.reason === 'closed' || answer.reason === 'unknown-lot');

export function createTradeApplicationsService(deps: TradeApplicationsDeps): TradeApplicationsService {
  const { applications, lots, rooms, openRoom } = deps;

  async function admitInCore(application: TradeApplication) {
    await openRoom(application.lot_id);
    const answer = await rooms.admit(application.lot_id, {
      person: application.person_id,
      number: application.number,
      limitTiyin: application.limit_tiyin,
    });
    if (answer.verdict === 'done') await applications.decide(application.id, 'admitted');
    else if (tooLate(answer)) await applications.decide(application.id, 'turned-down', 'closed');
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

    request: (lotId, personId, limitTiyin) => applications.request(lotId, personId, limitTiyin),

    async admit(application) {
      const answer = await admitInCore(application);
      if (answer.verdict === 'done') return 'admitted';
      return tooLate(answer) ? 'turned-down' : 'busy';
    },

    waiting: (limit) => applications.waiting(limit),

    async mine(lotId, viewer) {
      const [lot] = await lots.cards([lotId]);
      if (!lot) return null;
      const application = viewer ? await applications.find(lotId, viewer.personId) : null;
      return myApplication(lot, viewer, application, Date.now());
    },

    countCurrent: (personId) => applications.countCurrent(personId),
  };
}
