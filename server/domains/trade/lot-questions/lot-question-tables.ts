import type { Generated, JSONColumnType, Selectable } from 'kysely';
import type { Language } from '#shared/i18n/languages.ts';
import type { LocalizedText } from '#shared/i18n/localized.ts';
import type { LotQuestionState } from '#shared/lifecycles/lot-question.ts';
import type { LotStatus } from '#shared/lifecycles/lot-status.ts';

interface LotQuestionTable {
  id: Generated<number>;
  lot_id: number;
  /** null: the account is erased. */
  person_id: string | null;
  text: string;
  language: Language;
  state: LotQuestionState;
  /** Counts changes. */
  version: Generated<number>;
  asked_at: Generated<Date>;
  answer: string | null;
  answer_language: Language | null;
  answered_at: Date | null;
  answered_by: string | null;
  decided_at: Date | null;
  decided_by: string | null;
  reason: string | null;
  ended_at: Date | null;
  /** Personal data were taken out of the words. */
  masked_at: Date | null;
}

/** `lot` is owned by lots, `lot_stock` by purchases: read and locked here. */
export interface LotQuestionTables {
  lot_question: LotQuestionTable;
  lot_stock: { lot_id: number };
  lot: {
    id: number;
    title: JSONColumnType<LocalizedText>;
    status: LotStatus;
    practice: boolean;
    customer_person_id: string | null;
  };
}

export type LotQuestion = Selectable<LotQuestionTable>;
/** With what lists show of its lot. */
export type LotQuestionRow = LotQuestion & {
  lot_title: LocalizedText;
  lot_status: LotStatus;
  seller: string | null;
};
