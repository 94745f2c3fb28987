import type { Generated, JSONColumnType, Selectable } from 'kysely';
import type { OrderType } from '#shared/api/site/reference.ts';
import type { LocalizedText } from '#shared/i18n/localized.ts';
import type { LotStatus } from '#shared/lifecycles/lot-status.ts';
import type { ProtestAction, ProtestAnswer, ProtestState } from '#shared/lifecycles/protest.ts';

interface ProtestTable {
  id: Generated<number>;
  lot_id: number;
  person_id: string;
  bidder_number: number;
  text: string;
  state: Generated<ProtestState>;
  /** It is admitted and stops the payment of the sale and the answer to an offer; that of who has to pay or answer does not. */
  pauses: Generated<boolean>;
  /** Protests of the lot stop its sale until then at most; null: it never stopped it. */
  stops_until: Date | null;
  filed_at: Generated<Date>;
  files_until: Date;
  /** Staff admit it or not until then. */
  admit_by: Date;
  /** null: it is not put to the customer. */
  answer_by: Date | null;
  answer: ProtestAnswer | null;
  answer_text: string | null;
  answered_at: Date | null;
  decided_at: Date | null;
  /** A person's id, or the rules. */
  decided_by: string | null;
  decision_text: string | null;
}

/** `lot` is owned by lots: read here. */
export interface ProtestTables {
  protest: ProtestTable;
  protest_step: {
    id: Generated<number>;
    protest_id: number;
    at: Generated<Date>;
    action: ProtestAction;
    actor: string;
    note: string | null;
  };
  lot: {
    id: number;
    title: JSONColumnType<LocalizedText>;
    status: LotStatus;
    order_id: number | null;
    order_type: OrderType;
    customer_person_id: string | null;
  };
}

export type Protest = Selectable<ProtestTable>;
export type ProtestStep = Selectable<ProtestTables['protest_step']>;
/** With what lists show of its lot. */
export type ProtestRow = Protest & {
  lot_title: LocalizedText;
  lot_status: LotStatus;
  order_id: number | null;
  order_type: OrderType;
  seller: string | null;
};
