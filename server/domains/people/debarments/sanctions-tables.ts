import type { Generated, GeneratedAlways, JSONColumnType, Selectable } from 'kysely';
import type { LocalizedText } from '#shared/i18n/localized.ts';
import type { BarProposalKind, BarProposalState } from '#shared/lifecycles/bar-proposal.ts';
import type { DebarmentCause } from '#shared/limits/debarments.ts';

/** A day in Tashkent, `YYYY-MM-DD`. */

type CauseName = JSONColumnType<LocalizedText> | null;

interface BarredPersonTable {
  id: Generated<number>;
  kind: 'stir' | 'pinfl';
  id_hash: string;
  key_check: string;
  id_masked: string;
  name_masked: string;
  /** The account through which the person was barred. */
  person_id: string | null;
  lot_id: number | null;
  start_date: string;
  end_date: string;
  cause: DebarmentCause | null;
  /** As it was called when it was chosen. */
  cause_name: CauseName;
  reason: string;
  /** Id of who proposed it, or `rules`. */
  barred_by: string;
  lifted_at: Date | null;
}

interface BarProposalTable {
  id: GeneratedAlways<number>;
  kind: BarProposalKind;
  state: BarProposalState;
  person_id: string | null;
  id_hash: string;
  id_masked: string;
  name_masked: string;
  bar_id: number | null;
  lot_id: number | null;
  cause: DebarmentCause | null;
  cause_name: CauseName;
  last_day: string | null;
  reason: string;
  proposed_by: string;
  proposed_by_name: string;
  created_at: Generated<Date>;
  submitted_at: Date | null;
  expires_at: Date;
  decided_by: string | null;
  decided_by_name: string | null;
  decided_at: Date | null;
  note: string | null;
}

/** `lot` is owned by lots: read here for the titles and kinds of lots. */
export interface SanctionTables {
  barred_person: BarredPersonTable;
  bar_proposal: BarProposalTable;
  lot: { id: number; title: LocalizedText; order_type: string };
}

/** Days as texts. */
export type StoredProposal = Omit<Selectable<BarProposalTable>, 'last_day'> & { last_day: string | null };
export type StoredBar = Omit<Selectable<BarredPersonTable>, 'start_date' | 'end_date' | 'key_check'> & {
  start_date: string;
  end_date: string;
};
