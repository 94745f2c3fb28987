import { sql, type GeneratedAlways, type Selectable } from 'kysely';
import type { OrderType } from '#shared/api/site/reference.ts';
import type { OrderState } from '#shared/lifecycles/order.ts';
import type { OrderFields } from '#shared/orders/order-fields.ts';

/** Orders as moderation and actions see them: fields are written by drafts. */
export interface ModeratedOrderTables {
  customer_order: {
    id: GeneratedAlways<number>;
    person_id: string;
    status: OrderState;
    version: number;
    changed_at: Date;
    fields: GeneratedAlways<OrderFields>;
    order_type: GeneratedAlways<OrderType | null>;
    start_price_tiyin: GeneratedAlways<number | null>;
    /** Hashes that orders of the same property seem to share. */
    likeness: GeneratedAlways<string[]>;
    sent_at: Date | null;
    signed_document_id: number | null;
    claimed_by: string | null;
    claimed_until: Date | null;
    /** Who examined it last, and since when with pauses: stays when the claim ends. */
    claims_by: string | null;
    claims_since: Date | null;
    first_approved_by: string | null;
    first_approved_at: Date | null;
    first_approved_version: number | null;
    early_start_allowed: boolean;
    /** Of an imported order as it was sent, without its requisites. */
    imported_sha256: GeneratedAlways<string | null>;
  };
}

export type ModeratedRow = Selectable<ModeratedOrderTables['customer_order']> & {
  /** A moderator examines it, by database time. */
  claimed: boolean;
};

/** Of `ModeratedRow`, beside the columns. */
export const claimedNow = sql<boolean>`coalesce(claimed_until > clock_timestamp(), false)`.as('claimed');
