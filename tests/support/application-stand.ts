import { randomUUID } from 'node:crypto';
import { createActionLog } from '#server/domains/action-log/index.ts';
import { isSamePerson } from '#server/domains/conflicts/index.ts';
import { createNotifications } from '#server/domains/notifications/index.ts';
import { createStaffTasks } from '#server/domains/staff-tasks/index.ts';
import {
  createTradeApplicationsRepository,
  type Applicant,
  type RoomAdmission,
  type RoomBans,
  type RoomCommandAnswer,
  type RoomSeats,
} from '#server/domains/trade-applications/index.ts';
import { createWallet } from '#server/domains/wallet/index.ts';
import { createOneTimeCodes, type OneTimeCodes } from '#server/platform/one-time-codes/index.ts';
import {
  createApplyForLot,
  createApproveApplication,
  createCancelApplication,
  createEndParticipation,
  createRecomputeLimits,
  createReleaseDeposits,
  createRevokeApplication,
} from '#server/workflows/index.ts';
import type { TestDatabase } from './services.ts';

/** A room as the workflows meet it: who sits where, and how it answers. Hooks let a test be in the middle of a command. */
export function scriptedSeats() {
  const seats = new Map<string, { number: number; limitTiyin: number | null; revoked: boolean }>();
  const standing = new Map<string, { price: boolean; auto: boolean }>();
  const key = (lotId: number, person: string) => `${lotId}:${person}`;
  const done: RoomCommandAnswer = { verdict: 'done' };
  const room = {
    seats,
    closed: false,
    /** Number of who leads. */
    leader: null as number | null,
    /** Awaited before each answer. */
    before: async (_command: string): Promise<void> => undefined,
    commands: [] as string[],
    bids: (lotId: number, person: string, what: { price?: boolean; auto?: boolean }) =>
      standing.set(key(lotId, person), { price: false, auto: false, ...what }),
    seat: (lotId: number, person: string) => seats.get(key(lotId, person)),
  };
  const asked = async (command: string): Promise<RoomCommandAnswer | null> => {
    room.commands.push(command);
    await room.before(command);
    return room.closed ? { verdict: 'refused', reason: 'closed' } : null;
  };
  const rooms: RoomAdmission & RoomBans & RoomSeats = {
    async admit(lotId, { person, number, limitTiyin }) {
      const no = await asked('admit');
      if (no) return no;
      seats.set(key(lotId, person), { number, limitTiyin, revoked: false });
      return done;
    },
    async revokeIdle(lotId, person) {
      const no = await asked('revoke');
      if (no) return no;
      const seat = seats.get(key(lotId, person));
      if (!seat) return { verdict: 'refused', reason: 'not-admitted' };
      seat.revoked = true;
      return done;
    },
    async setLimit(lotId, person, limitTiyin) {
      const no = await asked('limit');
      if (no) return no;
      const seat = seats.get(key(lotId, person));
      if (!seat) return { verdict: 'refused', reason: 'not-admitted' };
      seat.limitTiyin = limitTiyin;
      return done;
    },
    async ban(lotId, person, { unlessLeading } = { unlessLeading: false }) {
      const no = await asked('ban');
      if (no) return no;
      const seat = seats.get(key(lotId, person));
      if (!seat) return { verdict: 'refused', reason: 'not-admitted' };
      if (unlessLeading && seat.number === room.leader)
        return { verdict: 'refused', reason: 'already-leading' };
      seat.revoked = true;
      return done;
    },
    leads: async (_lotId, number) => room.leader === number,
    standing: async (lotId, person) => standing.get(key(lotId, person)) ?? { price: false, auto: false },
  };
  return { room, rooms };
}

/** The workflows of applications on a database of the test, with people made up by it. */
export function applicationStand(database: TestDatabase) {
  const { db } = database;
  const { room, rooms } = scriptedSeats();
  const people = new Map<string, Applicant>();
  const consents = new Set<string>();
  const bars = new Map<string, string>();
  let phones = 1_000_000;
  const sent: { personId: string; code: string; purpose: string; channel: string }[] = [];
  const notifications = createNotifications(db);
  const codes = (on: TestDatabase['db']): OneTimeCodes => {
    const real = createOneTimeCodes({
      db: on,
      secret: 'secret-of-the-stand',
      factor: 1_000,
      sender: { send: async (message) => void sent.push(message) },
    });
    return {
      ...real,
      // The pause between two codes has tests of its own: here everybody asked some minutes ago.
      async issue(request) {
        await database.pool.query("update one_time_code_send set sent_at = sent_at - interval '5 minutes'");
        return real.issue(request);
      },
    };
  };
  const limits = createRecomputeLimits({ db, rooms });
  const admission = createApproveApplication({
    ...{ db, rooms, notifications, openRoom: async () => undefined, isSamePerson },
    recomputeLimit: (id) => limits.one(id),
  });
  const tasks = createStaffTasks({ db, record: (action, tx) => createActionLog(db).record(action, tx) });
  const revoking = createRevokeApplication({ db, notifications, rooms, tasks });
  const who = { applicant: async (id: string) => people.get(id) ?? null };
  const stand = {
    room,
    rooms,
    people,
    consents,
    bars,
    sent,
    limits,
    admission,
    /** Awaited whenever somebody is asked what is kept of a person elsewhere. */
    lookUp: async (): Promise<unknown> => undefined,
    wallet: createWallet(db),
    applications: createTradeApplicationsRepository(db),
    applying: createApplyForLot({
      ...{ db, codes, notifications, isSamePerson, ...who },
      holdRoles: async (_, personId) => people.get(personId)?.roles ?? [],
      consentInForce: async (id) => {
        await stand.lookUp();
        return consents.has(id);
      },
      barredUntil: async ({ personId }) => {
        await stand.lookUp();
        return bars.get(personId) ?? null;
      },
      admit: (id) => admission.admit(id),
      onNotAdmitted: () => undefined,
    }),
    cancelling: createCancelApplication({ db, codes, notifications, rooms, ...who }),
    revoking,
    endParticipation: createEndParticipation({ db, revoking }),
    tasks,
    deposits: createReleaseDeposits({
      ...{ db, notifications, payUntil: async () => null, crashAt: () => undefined },
    }),

    /** Somebody who may apply, with so much money. */
    async person(availableTiyin: number, given: Partial<Applicant> = {}): Promise<string> {
      const personId = randomUUID();
      people.set(personId, {
        personId,
        roles: ['buyer'],
        nationalId: { kind: 'pinfl', value: '30101901234567' },
        name: 'Anvar Namuna',
        phone: `+99890${String((phones += 1)).padStart(7, '0')}`,
        email: 'anvar@example.uz',
        ...given,
      });
      consents.add(personId);
      if (availableTiyin > 0)
        await stand.wallet.topUp({
          ...{ key: randomUUID(), personId, amountTiyin: availableTiyin, provider: 'test' },
          ...{ reference: `payment:${randomUUID()}`, reason: 'test', actor: 'system' },
        });
      return personId;
    },

    /** The newest code sent to the person. */
    codeOf: (personId: string): string =>
      sent.findLast((message) => message.personId === personId)?.code ?? 'none',

    /** Sends a code and applies with it. */
    async apply(lotId: number, personId: string) {
      await stand.applying.sendCode(lotId, personId, '127.0.0.1');
      return stand.applying.apply(lotId, personId, stand.codeOf(personId));
    },

    /** What the event and the round after it do. Returns how many rooms heard another limit. */
    async balanceMoved(personId: string): Promise<number> {
      await limits.due(personId);
      return limits.tellRooms((error) => {
        throw error;
      });
    },

    async held(personId: string): Promise<number> {
      const { rows } = await database.pool.query(
        "select balance_tiyin from ledger_account where person_id = $1 and kind = 'held'",
        [personId],
      );
      return rows[0]?.balance_tiyin ?? 0;
    },

    /** Templates of what the person was told, oldest first. */
    async told(personId: string): Promise<string[]> {
      const { rows } = await database.pool.query(
        'select template from inbox_message where person_id = $1 order by id',
        [personId],
      );
      return rows.map(({ template }) => template);
    },
  };
  return stand;
}
export type ApplicationStand = ReturnType<typeof applicationStand>;
