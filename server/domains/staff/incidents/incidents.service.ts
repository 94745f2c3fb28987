import type { z } from 'zod';
import { recordReadLots } from '#server/domains/staff/action-log/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { conflict, notFound, ruleForbids } from '#server/platform/errors/index.ts';
import {
  sendIncidentMessage,
  type changeIncident,
  type Incident,
  type incidents as incidentsContract,
  type IncidentEvent,
  type ListedIncident,
  type openIncident,
} from '#shared/api/console/incidents.ts';
import type { Subject } from '#shared/api/contract.ts';
import { INCIDENT, INCIDENT_STATES, UNFINISHED_INCIDENTS } from '#shared/lifecycles/incident.ts';
import { stateAfter, transition } from '#shared/lifecycles/lifecycle.ts';
import { INCIDENT_ALONE_PEOPLE, INCIDENT_BACK_DAYS } from '#shared/limits/incidents.ts';
import { DAY_MS } from '#shared/time/tashkent.ts';
import { createConcernedRepository } from './concerned.repository.ts';
import type { IncidentMessageRow, IncidentRow, IncidentStep } from './incident-tables.ts';
import { createIncidentsRepository, type IncidentChange } from './incidents.repository.ts';
import { readPublished, type Published } from './published.repository.ts';
import { readTimeline } from './timeline.repository.ts';
import { writeMessage, type RecordIncident } from './write-message.ts';

type Listed = z.infer<typeof incidentsContract.answer>;
type Filter = z.infer<NonNullable<(typeof incidentsContract)['query']>>;
type Opening = z.infer<NonNullable<(typeof openIncident)['body']>>;
type Change = z.infer<NonNullable<(typeof changeIncident)['body']>>;
type Message = z.infer<NonNullable<(typeof sendIncidentMessage)['body']>>;

interface StaffMember {
  personId: string;
  name: string;
}
interface Page {
  page: number;
  size: number;
}

export interface IncidentsDeps {
  db: AnyDb;
  /** Logs actions of staff, in the given transaction. */
  record: RecordIncident;
  /** Logs that staff have read who takes part in rooms: they apply for none of those lots. */
  recordReading: Parameters<typeof recordReadLots>[0];
  /** Who may deal with incidents. */
  colleagues: () => Promise<{ id: string; name: string }[]>;
  /** All accounts of this person, itself included; asked in the given transaction. */
  accountsOf: (tx: AnyDb, personId: string) => Promise<readonly string[]>;
  conflicts: {
    /** Lots in which this person has a part, under any account. */
    lotsOf(personId: string): Promise<readonly number[]>;
    /** Recorded, and 403 `conflict-of-interest`, where the member of staff has a part in the lot. */
    judge(asked: {
      personId: string;
      name: string;
      address: string;
      action: string;
      subject: Subject;
      subjectId: number;
    }): Promise<unknown>;
  };
}

export type Incidents = ReturnType<typeof createIncidents>;

const STATES = { unfinished: UNFINISHED_INCIDENTS, closed: ['closed'], all: INCIDENT_STATES } as const;
const range = ({ page, size }: Page) => ({ limit: size, offset: (page - 1) * size });

const listed = (row: IncidentRow): ListedIncident => ({
  id: row.id,
  cause: row.cause,
  title: row.title,
  severity: row.severity,
  state: row.state,
  sinceMs: row.since.getTime(),
  untilMs: row.until?.getTime() ?? null,
  owner: row.owner_id === null ? null : { id: row.owner_id, name: row.owner_name ?? '' },
});

const messageOf = (row: IncidentMessageRow): Incident['messages'][number] => ({
  id: row.id,
  uz: row.texts.uz,
  ru: row.texts.ru,
  by: row.person_name,
  isPublic: row.is_public,
  writtenAtMs: row.written_at.getTime(),
  sentAtMs: row.sent_at?.getTime() ?? null,
  people: row.people,
});

/**
 * 422 unless the times are one after the other, and none is in the future; whom it concerns goes by them.
 * @param earliestMs what the beginning may be besides the last week: what it is already
 */
function mustBeTimes(sinceMs: number, untilMs: number | null, earliestMs = Infinity): void {
  if (sinceMs < Math.min(earliestMs, Date.now() - INCIDENT_BACK_DAYS * DAY_MS))
    throw ruleForbids('incidents.times');
  if (sinceMs > Date.now() || (untilMs !== null && (untilMs < sinceMs || untilMs > Date.now())))
    throw ruleForbids('incidents.times');
}

/**
 * Incidents: what staff write about a disturbance. What happened and whom it concerned is read from those who record it. Every change is
 * a step with who made it, and an entry of the action log, in one transaction.
 */
export function createIncidents(deps: IncidentsDeps) {
  const { db, record, recordReading, colleagues, accountsOf, conflicts } = deps;
  const incidents = createIncidentsRepository(db);
  const concerned = createConcernedRepository(db);

  async function found(id: number): Promise<IncidentRow> {
    const row = await incidents.find(id);
    if (!row) throw notFound();
    return row;
  }

  async function one(id: number): Promise<Incident> {
    const row = await found(id);
    const [counts, messages, report] = await Promise.all([
      concerned.counts(row),
      incidents.messages(id),
      row.state === 'closed' ? incidents.report(id) : null,
    ]);
    return { ...listed(row), report, ...counts, messages: messages.map(messageOf) };
  }

  async function step(
    tx: AnyDb,
    id: number,
    of: { step: IncidentStep; by: StaffMember; text?: string },
  ): Promise<void> {
    await incidents.step(tx, id, of.step, of.by, of.text ?? null);
    const reason = `incident:${id}${of.text === undefined ? '' : ` ${of.text}`}`;
    await record({ personId: of.by.personId, type: 'incident', action: of.step, result: 'done', reason }, tx);
  }

  /** 404 unknown, 409 when the event cannot happen in its state. */
  const move = (
    id: number,
    event: 'watch' | 'close' | 'reopen',
    of: { step: IncidentStep; by: StaffMember; text?: string },
  ): Promise<Incident> =>
    inTransaction(db, async (tx) => {
      const row = await incidents.lock(tx, id);
      if (!row) throw notFound();
      const moved = transition(INCIDENT, row.state, event);
      if (moved.outcome === 'refused') throw conflict('incidents.state');
      const until = event === 'reopen' ? null : (row.until ?? new Date());
      await incidents.change(tx, id, { state: moved.to, until });
      await step(tx, id, of);
    }).then(() => one(id));

  async function ownerFor(ownerId: string | null, row: IncidentRow): Promise<IncidentChange> {
    if (ownerId === row.owner_id) return {};
    if (ownerId === null) return { owner_id: null, owner_name: null };
    const colleague = (await colleagues()).find(({ id }) => id === ownerId);
    if (!colleague) throw conflict('incidents.no-colleague');
    return { owner_id: colleague.id, owner_name: colleague.name };
  }

  return {
    async page({ page, size, state, type }: Filter): Promise<Listed> {
      const filter = { states: STATES[state], severity: type };
      const [rows, counts] = await Promise.all([
        incidents.page(filter, range({ page, size })),
        incidents.counts(filter),
      ]);
      return { items: rows.map(listed), ...counts, page, size };
    },

    /** What everyone may read, of the last days. */
    published: (days: number): Promise<Published> => readPublished(db, days),

    /** 404 for an unknown one. */
    one,

    /** Oldest first. 404 for an unknown one. */
    timeline: async (id: number): Promise<IncidentEvent[]> => readTimeline(db, await found(id)),

    /** 404 for an unknown one. */
    async rooms(id: number, page: Page) {
      const time = await found(id);
      const [rows, counts] = await Promise.all([concerned.rooms(time, range(page)), concerned.counts(time)]);
      const items = rows.map(({ fromUs, untilUs, ...room }) => ({
        ...room,
        fromMs: Math.floor(fromUs / 1_000),
        untilMs: untilUs === null ? null : Math.floor(untilUs / 1_000),
      }));
      return { items, total: counts.rooms, page: page.page, size: page.size };
    },

    /** Without those of rooms in which the reader has a part; recorded before they are given out. 404 for an unknown one. */
    async people(
      id: number,
      { page, size }: Page,
      { personId, address }: Pick<StaffMember, 'personId'> & { address: string },
    ) {
      const time = await found(id);
      const without = await conflicts.lotsOf(personId);
      const open = await concerned.openLotIds(time, without);
      await recordReadLots(recordReading, { personId, address }, open);
      return { ...(await concerned.people(time, without, range({ page, size }))), page, size };
    },

    /** Once for a request. 422 `incidents.times`. */
    async open({ requestId, title, severity, sinceMs }: Opening, by: StaffMember): Promise<Incident> {
      mustBeTimes(sinceMs, null);
      const id = await inTransaction(db, async (tx) => {
        const since = new Date(sinceMs);
        const made = await incidents.open(tx, { cause: 'staff', requestId, title, severity, since });
        if (made === null) return null;
        await step(tx, made, { step: 'opened', by });
        return made;
      });
      const known = id ?? (await incidents.byRequest(requestId))?.id;
      if (known === undefined) throw notFound();
      return one(known);
    },

    /** 404 unknown; 409 `incidents.state`, `incidents.no-colleague`; 422 `incidents.times`. */
    change: (id: number, change: Change, by: StaffMember): Promise<Incident> =>
      inTransaction(db, async (tx) => {
        const row = await incidents.lock(tx, id);
        if (!row) throw notFound();
        if (row.state === stateAfter(INCIDENT, 'close')) throw conflict('incidents.state');
        mustBeTimes(change.sinceMs, change.untilMs, row.since.getTime());
        const { title, severity, sinceMs, untilMs } = change;
        await incidents.change(tx, id, {
          title: title ?? (row.cause === 'staff' ? row.title : null),
          severity,
          since: new Date(sinceMs),
          until: untilMs === null ? null : new Date(untilMs),
          ...(await ownerFor(change.ownerId, row)),
        });
        await step(tx, id, { step: 'changed', by });
      }).then(() => one(id)),

    /** Its cause is removed. 404 unknown; 409 `incidents.state`. */
    watch: (id: number, by: StaffMember) => move(id, 'watch', { step: 'watched', by }),

    /** 404 unknown; 409 `incidents.state`. */
    close: (id: number, report: string, by: StaffMember) =>
      move(id, 'close', { step: 'closed', by, text: report }),

    /** 404 unknown; 409 `incidents.state`. */
    reopen: (id: number, reason: string, by: StaffMember) =>
      move(id, 'reopen', { step: 'reopened', by, text: reason }),

    /**
     * Stored here and sent by the worker. 404 unknown; 403 `conflict-of-interest` for who has a part in one of its rooms; 409
     * `incidents.no-people`, `incidents.second-person`.
     */
    async message(
      id: number,
      message: Message,
      { address, ...by }: StaffMember & { address: string },
    ): Promise<Incident> {
      const time = await found(id);
      for (const subjectId of await concerned.among(time, await conflicts.lotsOf(by.personId)))
        await conflicts.judge({
          ...by,
          address,
          action: sendIncidentMessage.name,
          subject: { kind: 'lot', param: 'lotId' },
          subjectId,
        });
      const { requestId, isPublic } = message;
      await inTransaction(db, async (tx) => {
        await incidents.oneWriter(tx);
        if (await incidents.isWritten(tx, requestId)) return;
        const row = await incidents.lock(tx, id);
        if (!row) throw notFound();
        const { people } = await createConcernedRepository(tx).counts(row);
        if (people === 0) throw conflict('incidents.no-people');
        const accounts = await accountsOf(tx, by.personId);
        const alone = people + (await incidents.writtenAlone(tx, accounts));
        if (isPublic || alone > INCIDENT_ALONE_PEOPLE) throw conflict('incidents.second-person');
        await writeMessage(tx, { incident: row, message, by, decisionId: null }, record);
      });
      return one(id);
    },
  };
}
