import type { Generated, JSONColumnType, Selectable } from 'kysely';
import type { AnomalyFlagState } from '#shared/lifecycles/anomaly-flag.ts';
import type { AnomalySign } from '#shared/trust/anomaly-signs.ts';
import type { LocalizedText } from '#shared/i18n/localized.ts';
import type { AnomalyStep } from '#shared/api/console/anomaly-flags.ts';

/** Numbers by their names in the sentence. */
export type Numbers = Readonly<Record<string, number>>;

interface AnomalyFlagTable {
  id: Generated<number>;
  key: string;
  sign: AnomalySign;
  state: AnomalyFlagState;
  score: number;
  facts: JSONColumnType<Numbers>;
  lot_id: number;
  ended_at: Date;
  owner_id: string | null;
  owner_name: string | null;
  raised_at: Generated<Date>;
  changed_at: Generated<Date>;
}

export interface AnomalyTables {
  anomaly_judgement: { lot_id: number; due_at: Date; judged_at: Date | null };
  anomaly_flag: AnomalyFlagTable;
  anomaly_evidence: {
    flag_id: number;
    lot_id: number;
    /** Empty: of the auction, not of one person. */
    person_id: string;
    facts: JSONColumnType<Numbers>;
    seen_at: Generated<Date>;
  };
  anomaly_flag_step: {
    id: Generated<number>;
    flag_id: number;
    step: AnomalyStep;
    /** null, like the name: the platform. */
    person_id: string | null;
    person_name: string | null;
    text: string | null;
    at: Generated<Date>;
  };
  lot: { id: number; title: JSONColumnType<LocalizedText> };
}

export type AnomalyFlagRow = Selectable<AnomalyFlagTable>;
