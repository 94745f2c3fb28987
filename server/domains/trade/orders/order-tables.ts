import type { ColumnType, Generated, GeneratedAlways, Selectable } from 'kysely';
import type { OrderType } from '#shared/api/site/reference.ts';
import type { OrderState } from '#shared/lifecycles/order.ts';
import type { OrderFields } from '#shared/orders/order-fields.ts';

export interface OrderTables {
  customer_order: {
    id: GeneratedAlways<number>;
    person_id: string;
    request_id: string;
    status: OrderState;
    version: Generated<number>;
    created_at: Generated<Date>;
    changed_at: Generated<Date>;
    fields: ColumnType<OrderFields, string | undefined, string>;
    order_type: Generated<OrderType | null>;
    trade_type: Generated<'auction' | 'fixed-price' | null>;
    start_price_tiyin: Generated<number | null>;
    search_form: Generated<string>;
    likeness: ColumnType<string[], string[] | undefined, string[]>;
    copied_by: Generated<string | null>;
    copied_from: Generated<number | null>;
    early_start_allowed: Generated<boolean>;
    imported: Generated<boolean>;
    imported_sha256: Generated<string | null>;
  };
}

export type StoredOrder = Selectable<OrderTables['customer_order']>;
