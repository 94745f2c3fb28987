import { sql } from 'kysely';
import { lockNamed, type Db } from '#server/platform/database/index.ts';
import type { LocalizedText } from '#shared/i18n/localized.ts';
import {
  INCIDENT,
  UNFINISHED_INCIDENTS,
  type IncidentCause,
  type IncidentSeverity,
  type IncidentState,
} from '#shared/lifecycles/incident.ts';
import { stateAfter } from '#shared/lifecycles/lifecycle.ts';
import type {
  IncidentMessageRow,
  IncidentRow,
  IncidentStep,
  IncidentTables,
  IncidentTime,
} from './incident-tables.ts';

/** null: an event of the platform. */
export type IncidentActor = { personId: string; name: string } | null;

export interface IncidentFilter {
  states: readonly IncidentState[];
  severity?: IncidentSeverity | undefined;
}

export interface NewIncident {
  cause: IncidentCause;
  requestId?: string;
  breakId?: number;
  title?: string;
  severity: IncidentSeverity;
  since: Date;
}

export type IncidentChange = Partial<
  Pick<IncidentRow, 'title' | 'severity' | 'state' | 'since' | 'until' | 'owner_id' | 'owner_name'>
>;

export interface NewMessage {
  incidentId: number;
  requestId: string;
  texts: LocalizedText;
  isPublic: boolean;
  by: { personId: string; name: string };
  /** null: of one person alone. */
  decisionId: number | null;
  /** Of the incident now; an end that is not there yet is this instant. */
  time: IncidentTime;
  /** Whom it concerns now. */
  people: number;
}

export function createIncidentsRepository(db: Db<IncidentTables>) {
  const matching = ({ states, severity }: IncidentFilter) =>
    sql<boolean>`state = any(${[...states]}::text[]) and (${severity ?? null}::text is null or severity = ${severity ?? null})`;

  return {
    /** Newest first. */
    page: (filter: IncidentFilter, { limit, offset }: { limit: number; offset: number }) =>
      db
        .selectFrom('incident')
        .selectAll()
        .where(matching(filter))
        .orderBy('since', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .offset(offset)
        .execute(),

    counts: (filter: IncidentFilter): Promise<{ total: number; unfinished: number }> =>
      db
        .selectFrom('incident')
        .select((eb) => [
          eb.fn.countAll<number>().filterWhere(matching(filter)).as('total'),
          eb.fn
            .countAll<number>()
            .filterWhere('state', 'in', [...UNFINISHED_INCIDENTS])
            .as('unfinished'),
        ])
        .executeTakeFirstOrThrow(),

    find: (id: number): Promise<IncidentRow | undefined> =>
      db.selectFrom('incident').selectAll().where('id', '=', id).executeTakeFirst(),

    /** Locked until the transaction ends. */
    lock: (tx: Db<IncidentTables>, id: number): Promise<IncidentRow | undefined> =>
      tx.selectFrom('incident').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),

    byRequest: (requestId: string): Promise<IncidentRow | undefined> =>
      db.selectFrom('incident').selectAll().where('request_id', '=', requestId).executeTakeFirst(),

    /** Once for a request or a break; null: it was opened before. */
    async open(tx: Db<IncidentTables>, incident: NewIncident): Promise<number | null> {
      const made = await tx
        .insertInto('incident')
        .values({
          cause: incident.cause,
          request_id: incident.requestId ?? null,
          break_id: incident.breakId ?? null,
          title: incident.title ?? null,
          severity: incident.severity,
          state: stateAfter(INCIDENT, 'open'),
          since: incident.since,
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst();
      return made?.id ?? null;
    },

    /** Of a locked one. */
    async change(tx: Db<IncidentTables>, id: number, change: IncidentChange): Promise<void> {
      await tx.updateTable('incident').set(change).where('id', '=', id).execute();
    },

    async step(
      tx: Db<IncidentTables>,
      id: number,
      step: IncidentStep,
      by: IncidentActor,
      text: string | null = null,
    ): Promise<void> {
      await tx
        .insertInto('incident_step')
        .values({
          incident_id: id,
          step,
          person_id: by?.personId ?? null,
          person_name: by?.name ?? null,
          text,
        })
        .execute();
    },

    /** What it was closed with last; null: it never was. */
    async report(id: number): Promise<string | null> {
      const row = await db
        .selectFrom('incident_step')
        .select('text')
        .where('incident_id', '=', id)
        .where('step', '=', 'closed')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row?.text ?? null;
    },

    /** Newest first. */
    messages: (id: number): Promise<IncidentMessageRow[]> =>
      db
        .selectFrom('incident_message')
        .selectAll()
        .where('incident_id', '=', id)
        .orderBy('id', 'desc')
        .execute(),

    /** Once for a request; false: it was written before. */
    async write(
      tx: Db<IncidentTables>,
      { incidentId, requestId, texts, isPublic, by, decisionId, time, people }: NewMessage,
    ): Promise<boolean> {
      const made = await tx
        .insertInto('incident_message')
        .values({
          incident_id: incidentId,
          request_id: requestId,
          texts: JSON.stringify(texts),
          is_public: isPublic,
          person_id: by.personId,
          person_name: by.name,
          decision_id: decisionId,
          since: time.since,
          until: sql`coalesce(${time.until}::timestamptz, now())`,
          expected_people: people,
        })
        .onConflict((conflict) => conflict.column('request_id').doNothing())
        .returning('id')
        .executeTakeFirst();
      return made !== undefined;
    },

    /** Those who write alone follow one another until the transaction ends: what one of them wrote in a day is counted. */
    async oneWriter(tx: Db<IncidentTables>): Promise<void> {
      await lockNamed(tx, 'incident-messages');
    },

    /** Was a message of this request written? */
    async isWritten(tx: Db<IncidentTables>, requestId: string): Promise<boolean> {
      const row = tx.selectFrom('incident_message').select('id').where('request_id', '=', requestId);
      return (await row.executeTakeFirst()) !== undefined;
    },

    /** To how many people these accounts of one person wrote alone in the last 24 hours. */
    async writtenAlone(tx: Db<IncidentTables>, accounts: readonly string[]): Promise<number> {
      const { people } = await tx
        .selectFrom('incident_message')
        .select(sql<number>`coalesce(sum(expected_people), 0)::int`.as('people'))
        .where('person_id', 'in', accounts)
        .where('decision_id', 'is', null)
        .where('written_at', '>', sql<Date>`now() - interval '24 hours'`)
        .executeTakeFirstOrThrow();
      return people;
    },

    unsent: (): Promise<IncidentMessageRow[]> =>
      db.selectFrom('incident_message').selectAll().where('sent_at', 'is', null).orderBy('id').execute(),

    async sent(id: number, people: number): Promise<void> {
      await db
        .updateTable('incident_message')
        .set({ sent_at: sql<Date>`now()`, people })
        .where('id', '=', id)
        .where('sent_at', 'is', null)
        .execute();
    },
  };
}
