import { sql, type Kysely } from 'kysely';

/** What an order says of its property and its lot has to show: unit, kinds and estimate. Null: the order, if any, does not say. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table lot
      add column unit text check (unit ~ '^[a-z0-9-]{1,45}$'),
      add column property_type text check (property_type in ('movable', 'immovable', 'rights')),
      add column category_type text check (category_type in
        ('own', 'pledge', 'bankruptcy', 'confiscated', 'ownerless', 'inherited', 'customs')),
      add column estimated_price_tiyin bigint check (estimated_price_tiyin > 0)`.execute(db);
  await sql`
    update lot set unit = o.fields ->> 'unit', property_type = o.fields ->> 'propertyType',
      category_type = o.fields ->> 'categoryType',
      estimated_price_tiyin = (o.fields ->> 'estimatedPriceTiyin')::bigint
    from customer_order o where o.id = lot.order_id`.execute(db);
}
