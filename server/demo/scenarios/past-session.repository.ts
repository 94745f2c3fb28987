import { Kysely, PostgresDialect, sql } from 'kysely';
import type { Database, AnyDb } from '#server/platform/database/index.ts';

type Pool = Database['pool'];

interface Client {
  query(text: string, values?: unknown[]): Promise<unknown>;
  release(destroy?: boolean): void;
}

/**
 * Within the transaction the names `now` and `clock_timestamp` mean the instant that was set, and tables whose rows take
 * their time from the clock take that one: they are reached by views with other defaults. Queues stay on the real clock.
 */
const CLOCK = `
  create schema demo_clock;
  create function demo_clock.now() returns timestamptz language sql volatile
    as $$ select pg_catalog.current_setting('demo.at')::timestamptz $$;
  create function demo_clock.clock_timestamp() returns timestamptz language sql volatile
    as $$ select pg_catalog.current_setting('demo.at')::timestamptz $$;
  do $$
  declare
    found record;
  begin
    for found in
      select c.relname as name, array_agg(a.attname) as times
      from pg_attrdef d
      join pg_class c on c.oid = d.adrelid and c.relkind in ('r', 'p')
      join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
      join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
      where pg_get_expr(d.adbin, d.adrelid) in ('now()', 'clock_timestamp()')
        and c.relname not in ('outbox', 'notification_delivery', 'handled_event')
      group by c.relname
    loop
      execute format('create view demo_clock.%1$I as select * from public.%1$I', found.name);
      execute (
        select string_agg(
          format('alter view demo_clock.%I alter column %I set default demo_clock.now()', found.name, t), ';')
        from unnest(found.times) t);
    end loop;
  end $$;
  set local search_path = demo_clock, public, pg_catalog;
`;

/** One connection that answers as a pool: a transaction within the transaction is a savepoint, one after the other. */
class OneConnection {
  readonly #client: Client;
  /** The last transaction within the transaction, and the last query. */
  #last: Promise<void> = Promise.resolve();
  #query: Promise<unknown> = Promise.resolve();
  #count = 0;

  constructor(client: Client) {
    this.#client = client;
  }

  /** One at a time: a connection answers no second one meanwhile. */
  #send(text: string, values?: unknown[]): Promise<unknown> {
    const send = () => this.#client.query(text, values);
    const sent = this.#query.then(send, send);
    this.#query = sent;
    return sent;
  }

  connect = () => {
    let leave: () => void = () => undefined;
    let savepoint = '';
    const query = async (text: string, values: unknown[]) => {
      const command = /^(begin|start transaction|commit|rollback)/.exec(text)?.[1];
      if (command === undefined) return this.#send(text, values);
      if (command === 'begin' || command === 'start transaction') {
        const before = this.#last;
        this.#last = new Promise((resolve) => {
          leave = resolve;
        });
        await before;
        savepoint = `step_${(this.#count += 1)}`;
        return this.#send(`savepoint ${savepoint}`);
      }
      try {
        if (command === 'rollback') await this.#send(`rollback to savepoint ${savepoint}`);
        return await this.#send(`release savepoint ${savepoint}`);
      } finally {
        leave();
      }
    };
    return Promise.resolve({ query, release: () => undefined });
  };
  end = () => Promise.resolve();
}

/**
 * One transaction whose database clock shows the instant that was set last. All of it is written, or nothing: other
 * connections see the whole history at once, so no worker acts on half of it.
 */
export async function inPastTransaction<Result>(
  pool: Pool,
  work: (db: AnyDb, set: (at: Date) => Promise<void>) => Promise<Result>,
): Promise<Result> {
  const client: Client = await pool.connect();
  let broken = false;
  try {
    await client.query('begin');
    await client.query(CLOCK);
    const connection = new OneConnection(client);
    const db: AnyDb = new Kysely({ dialect: new PostgresDialect({ pool: connection as never }) });
    const result = await work(db, async (at) => {
      await sql`select set_config('demo.at', ${at.toISOString()}, true)`.execute(db);
    });
    await client.query('set local search_path = public; drop schema demo_clock cascade');
    await client.query('commit');
    return result;
  } catch (error) {
    // Not retried here: nothing was written, and the caller decides.
    await client.query('rollback').catch(() => {
      broken = true;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}
