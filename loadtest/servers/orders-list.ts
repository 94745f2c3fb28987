import { createOrderFlows, createOrderList } from '#server/domains/trade/orders/index.ts';
import { createDatabase } from '#server/platform/database/index.ts';
import type { ORDER_SORTS } from '#shared/api/cabinet/orders.ts';
import { ask } from '../lib/database.ts';
import { serveTasks } from '../lib/worker.ts';

/** Pages of the list of orders of one person with very many, as the service answers them. */

const OWNER = 'load-seller';
const SIZE = 20;
const WORDS = ['kvartira', 'avtomobil', 'ombor', 'uchastka', 'traktor', 'uskuna'];

const url = process.env.DATABASE_URL ?? '';
const database = createDatabase({ url, poolSize: 4, name: 'orders-list' });
const orders = createOrderList({ db: database.db, flows: createOrderFlows(database.db) });

const fill = (count: number) =>
  ask(
    url,
    `insert into customer_order (person_id, request_id, status, changed_at, fields, order_type, trade_type,
       start_price_tiyin, search_form)
     select $1, 'load-' || n,
       (array['created', 'returned', 'sent', 'on-trade', 'traded', 'finished'])[1 + n % 6],
       now() - n * interval '1 minute',
       jsonb_build_object('title', jsonb_build_object('uz', words.one || ' ' || n, 'ru', words.one || ' ' || n)),
       'private', case n % 5 when 0 then 'fixed-price' else 'auction' end,
       100000 + (n::bigint * 7919) % 1000000007, words.one || ' ' || n
     from generate_series(1, $2::int) n, lateral (select ($3::text[])[1 + n % 6] as one) words`,
    [OWNER, count, WORDS],
  );

type Asked = { page: number; sort?: (typeof ORDER_SORTS)[number] } & Record<string, unknown>;

/** What people do with a long list: its first pages, its end, filters, other orders, a search. */
const mix = (pages: number, at: number): Asked => {
  const page = 1 + ((at * 37) % pages);
  switch (at % 6) {
    case 0:
      return { page: 1 };
    case 1:
      return { page };
    case 2:
      return { page: 1 + (at % 50), progress: 3 };
    case 3:
      return { page: 1 + (at % 50), sort: 'price' };
    case 4:
      return { page, sort: 'number' };
    default:
      return { page: 1, q: `${WORDS[at % WORDS.length]} ${at}` };
  }
};

serveTasks({
  async fill({ count }: { count: number }) {
    await fill(count);
    await ask(url, 'vacuum analyze customer_order');
  },

  /** Milliseconds each page took, one after the other. */
  async read({ count, calls }: { count: number; calls: number }) {
    const took: number[] = [];
    for (let at = 0; at < calls; at += 1) {
      const startedAt = performance.now();
      const { total } = await orders.list(OWNER, { sort: 'changed', size: SIZE, ...mix(count / SIZE, at) });
      took.push(performance.now() - startedAt);
      if (at % 6 < 2 && total !== count) throw new Error(`${total} of ${count} orders are listed`);
    }
    return took;
  },
});
