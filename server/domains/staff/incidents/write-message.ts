import type { AnyDb } from '#server/platform/database/index.ts';
import type { DecisionKind } from '#server/platform/modules/index.ts';
import type { DecisionPayload } from '#shared/decisions/kinds.ts';
import { textInCyrillic } from '#shared/i18n/cyrillic-texts.ts';
import { createConcernedRepository } from './concerned.repository.ts';
import type { IncidentRow } from './incident-tables.ts';
import { createIncidentsRepository } from './incidents.repository.ts';

/** Logs an action of staff about an incident, in the given transaction. */
export type RecordIncident = (
  action: { personId: string; type: 'incident'; action: string; result: 'done'; reason: string },
  tx: AnyDb,
) => Promise<void>;

interface Written {
  /** Locked. */
  incident: IncidentRow;
  message: Omit<DecisionPayload<'incident-message'>, 'incidentId'>;
  by: { personId: string; name: string };
  decisionId: number | null;
}

/** Stored in the caller's transaction and sent by the worker; false: it was written before. */
export async function writeMessage(
  tx: AnyDb,
  { incident, message, by, decisionId }: Written,
  record: RecordIncident,
): Promise<boolean> {
  const { requestId, uz, ru, en = ru, isPublic } = message;
  const { people } = await createConcernedRepository(tx).counts(incident);
  const written = await createIncidentsRepository(tx).write(tx, {
    incidentId: incident.id,
    requestId,
    texts: { uz, ru, en, 'uz-Cyrl': textInCyrillic(uz) },
    isPublic,
    by,
    decisionId,
    time: incident,
    people,
  });
  if (!written) return false;
  const reason = `incident:${incident.id}`;
  await record({ personId: by.personId, type: 'incident', action: 'message', result: 'done', reason }, tx);
  return true;
}

interface MessageByTwoDeps {
  record: RecordIncident;
  namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

/**
 * What one member of staff wrote goes to many people, or to everyone, once a second one has read it. Its author is who proposed it. Those with
 * a part in one of the rooms of the incident neither propose nor decide.
 */
export const messageByTwo = ({ record, namesOf }: MessageByTwoDeps): DecisionKind<'incident-message'> => ({
  name: 'incident-message',
  subjectOf: ({ requestId }) => `incident-message:${requestId}`,
  matterOf: ({ incidentId }) => `incident:${incidentId}`,

  async lock(tx, { incidentId }) {
    await createIncidentsRepository(tx).lock(tx, incidentId);
  },

  // An end that is written meanwhile adds no reader; another beginning may.
  async stateOf(on, { incidentId }) {
    const row = await createIncidentsRepository(on).find(incidentId);
    return row ? { since: row.since } : null;
  },

  concerns: async () => ({ personIds: [], lotId: null }),

  async lots(on, { incidentId }) {
    const row = await createIncidentsRepository(on).find(incidentId);
    return row ? createConcernedRepository(on).lotIds(row) : [];
  },

  async judge(on, { incidentId, requestId }) {
    const incidents = createIncidentsRepository(on);
    const row = await incidents.find(incidentId);
    if (!row || (await incidents.isWritten(on, requestId))) return 'nothing-to-do';
    const { people } = await createConcernedRepository(on).counts(row);
    return people === 0 ? 'nothing-to-do' : null;
  },

  async preview(on, { incidentId, uz, ru, en, isPublic }) {
    const row = await createIncidentsRepository(on).find(incidentId);
    const { people } = row ? await createConcernedRepository(on).counts(row) : { people: 0 };
    return [
      { fact: 'incident', type: 'text', text: `№ ${incidentId}${row?.title ? ` · ${row.title}` : ''}` },
      { fact: 'recipients', type: 'count', count: people },
      { fact: 'readers', type: 'choice', choice: isPublic ? 'everyone' : 'concerned' },
      { fact: 'words-uz', type: 'text', text: uz },
      { fact: 'words-ru', type: 'text', text: ru },
      { fact: 'words-en', type: 'text', text: en ?? ru },
    ];
  },

  async apply(tx, { incidentId, ...message }, { proposedBy, decisionId }) {
    const incident = await createIncidentsRepository(tx).lock(tx, incidentId);
    if (!incident) return 'nothing-to-do';
    const name = (await namesOf([proposedBy])).get(proposedBy) ?? '';
    const by = { personId: proposedBy, name };
    return (await writeMessage(tx, { incident, message, by, decisionId }, record)) ? null : 'nothing-to-do';
  },
});
