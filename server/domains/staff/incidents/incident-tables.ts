import type { Generated, JSONColumnType, Selectable } from 'kysely';
import type { LocalizedText } from '#shared/i18n/localized.ts';
import type { IncidentCause, IncidentSeverity, IncidentState } from '#shared/lifecycles/incident.ts';

export type IncidentStep = 'opened' | 'changed' | 'watched' | 'closed' | 'reopened';

interface IncidentTable {
  id: Generated<number>;
  cause: IncidentCause;
  request_id: string | null;
  break_id: number | null;
  /** null: its cause names it. */
  title: string | null;
  severity: IncidentSeverity;
  state: IncidentState;
  since: Date;
  until: Date | null;
  owner_id: string | null;
  owner_name: string | null;
}

interface IncidentMessageTable {
  id: Generated<number>;
  incident_id: number;
  request_id: string;
  texts: JSONColumnType<LocalizedText>;
  /** Shown to everyone on the status page. */
  is_public: Generated<boolean>;
  person_id: string;
  person_name: string;
  written_at: Generated<Date>;
  sent_at: Date | null;
  people: number | null;
  /** By which two persons agreed to it; null: one writes so many alone. */
  decision_id: number | null;
  /** The time of the incident as it was when the message was written. */
  since: Date;
  until: Date;
  /** Whom it concerned then. */
  expected_people: number;
}

export interface IncidentTables {
  incident: IncidentTable;
  incident_step: {
    id: Generated<number>;
    incident_id: number;
    step: IncidentStep;
    /** null, like the name: an event of the platform. */
    person_id: string | null;
    person_name: string | null;
    /** The report, or why it was reopened. */
    text: string | null;
    at: Generated<Date>;
  };
  incident_message: IncidentMessageTable;
}

export type IncidentRow = Selectable<IncidentTable>;
export type IncidentMessageRow = Selectable<IncidentMessageTable>;

/** The time of an incident; one that goes on has no end. */
export type IncidentTime = Pick<IncidentRow, 'id' | 'since' | 'until'>;
