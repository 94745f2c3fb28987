import { type Generated } from 'kysely';
import { lockNamed, type Db } from '#server/platform/database/index.ts';
import type { Rehearsal } from '#shared/api/console/rehearsals.ts';
import type { LocalizedText } from '#shared/i18n/localized.ts';
import { stateAfter } from '#shared/lifecycles/lifecycle.ts';
import { TRADE_APPLICATION } from '#shared/lifecycles/trade-application.ts';
import type { RoomPhase } from '#shared/auction/refusals.ts';

/** `lot` and `trade_application` are owned by others: read here for what became of the room, and for the numbers of bots. */
interface RehearsalTables {
  rehearsal: {
    lot_id: number;
    bots: number;
    started_by: string;
    started_by_name: string;
    started_at: Generated<Date>;
    ended_by_name: string | null;
  };
  lot: {
    id: number;
    title: LocalizedText;
    rule_set_name: Rehearsal['ruleSet'];
    start_price_tiyin: number;
    opens_at: Date;
    closes_at: Date;
    ended_at: Date | null;
    outcome: Rehearsal['outcome'];
    room_phase: RoomPhase;
    room_price_tiyin: number | null;
    room_count: number;
    room_deadline_us: number;
  };
  trade_application: { lot_id: number; person_id: string; number: number; status: string };
}

const ADMITTED = stateAfter(TRADE_APPLICATION, 'admit');

/** A rehearsal whose room is open for prices. */
export interface RunningRehearsal {
  lotId: number;
  startPriceTiyin: number;
  opensAtMs: number;
  closesAtMs: number;
  /** Bots that were admitted. */
  bots: { person: string; number: number }[];
}

export function createRehearsalsRepository(db: Db<RehearsalTables>) {
  const withLot = () => db.selectFrom('rehearsal').innerJoin('lot', 'lot.id', 'rehearsal.lot_id');
  return {
    /** Serialises starts until the transaction ends: together they keep within the limit. */
    async lockStarts(): Promise<void> {
      await lockNamed(db, 'rehearsals');
    },

    /** How many wait or run. */
    async countOpen(): Promise<number> {
      const { count } = await withLot()
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('lot.outcome', 'is', null)
        .executeTakeFirstOrThrow();
      return count;
    },

    async add(started: { lotId: number; bots: number; by: string; byName: string }): Promise<void> {
      const { lotId: lot_id, bots, by: started_by, byName: started_by_name } = started;
      await db.insertInto('rehearsal').values({ lot_id, bots, started_by, started_by_name }).execute();
    },

    /** null: no such rehearsal. */
    async find(lotId: number): Promise<{ over: boolean } | null> {
      const row = await withLot().select('lot.outcome').where('lot.id', '=', lotId).executeTakeFirst();
      return row ? { over: row.outcome !== null } : null;
    },

    async endedBy(lotId: number, byName: string): Promise<void> {
      await db
        .updateTable('rehearsal')
        .set({ ended_by_name: byName })
        .where('lot_id', '=', lotId)
        .where('ended_by_name', 'is', null)
        .execute();
    },

    /** The newest first. */
    async newest(limit: number, offset = 0): Promise<Rehearsal[]> {
      const rows = await withLot()
        .selectAll('rehearsal')
        .select(['title', 'rule_set_name', 'start_price_tiyin', 'opens_at', 'ended_at', 'outcome'])
        .select(['room_phase', 'room_price_tiyin', 'room_count', 'room_deadline_us'])
        .orderBy('lot_id', 'desc')
        .limit(limit)
        .offset(offset)
        .execute();
      return rows.map((row) => ({
        lotId: row.lot_id,
        title: row.title,
        ruleSet: row.rule_set_name,
        startPriceTiyin: row.start_price_tiyin,
        bots: row.bots,
        startedBy: row.started_by_name,
        startedAtMs: row.started_at.getTime(),
        phase: row.room_phase,
        opensAtMs: row.opens_at.getTime(),
        endsAtMs: row.ended_at?.getTime() ?? row.room_deadline_us / 1_000,
        priceTiyin: row.room_price_tiyin,
        count: row.room_count,
        outcome: row.outcome,
        endedBy: row.ended_by_name,
      }));
    },

    async count(): Promise<number> {
      const { count } = await db
        .selectFrom('rehearsal')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      return count;
    },

    /** Those whose room runs, as lists know it, with their admitted bots. */
    async running(bots: readonly string[]): Promise<RunningRehearsal[]> {
      const rows = await withLot()
        .innerJoin('trade_application as a', 'a.lot_id', 'lot.id')
        .select(['lot.id as lotId', 'start_price_tiyin', 'opens_at', 'closes_at', 'a.person_id', 'a.number'])
        .where('lot.outcome', 'is', null)
        .where('room_phase', '=', 'running')
        .where('a.status', '=', ADMITTED)
        .where('a.person_id', 'in', [...bots])
        .execute();
      const found = new Map<number, RunningRehearsal>();
      for (const row of rows) {
        const known = found.get(row.lotId) ?? {
          lotId: row.lotId,
          startPriceTiyin: row.start_price_tiyin,
          opensAtMs: row.opens_at.getTime(),
          closesAtMs: row.closes_at.getTime(),
          bots: [],
        };
        known.bots.push({ person: row.person_id, number: row.number });
        found.set(row.lotId, known);
      }
      return [...found.values()];
    },

    /** Not ended although their planned end was before this instant. */
    async overdue(before: Date): Promise<number[]> {
      const rows = await withLot()
        .select('lot.id')
        .where('lot.outcome', 'is', null)
        .where('lot.closes_at', '<', before)
        .execute();
      return rows.map(({ id }) => id);
    },
  };
}
