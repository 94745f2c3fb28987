import pg from 'pg';

const CLOSE_MS = 500;

/** pg's client with its underlying socket, which the types omit. */
type Client = pg.Client & { connection?: { stream: { destroy(): void } } };

/** The writer did not continue the committed head of these lots: nothing of the batch was written. */
export class StaleWriter extends Error {
  readonly lotIds: number[];
  constructor(lotIds: number[]) {
    super(`the committed head of lots ${lotIds.join(', ')} is elsewhere`);
    this.name = 'StaleWriter';
    this.lotIds = lotIds;
  }
}

/** PostgreSQL refused the rows: not a connection failure; the same rows would be refused again. */
export class RefusedByDatabase extends Error {}

/** The session and its locks are lost; the statement in flight may or may not be committed. */
export class JournalConnectionLost extends Error {}

/** Errors that PostgreSQL gives with rows of one lot, while it would take those of others; the session survives them. */
const REFUSED =
  // Cardinality, values, constraints, a view's check, a limit of the server, a trigger's own exception.
  /^(2[123]|44|54|P0)/;
/** Sent by a server that is ending or starting: as good as no answer. */
const NO_SERVER = /^(08|57P)/;

/** The SQLSTATE with which a PostgreSQL that is there refused to go on; null: it is away. */
export function sqlStateOf(error: unknown): string | null {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  if (!(cause instanceof pg.DatabaseError) || !cause.code || NO_SERVER.test(cause.code)) return null;
  return cause.code;
}

/** One session with PostgreSQL. Any failure of it is final: the journal then opens another one. */
export class DatabaseSession {
  private readonly client: Client;
  private lost: Error | null = null;
  private tail: Promise<unknown> = Promise.resolve();

  protected constructor(client: Client) {
    this.client = client;
    // Recorded here; the next query rejects, and the journal then opens another session.
    client.on('error', (error) => (this.lost = error));
    client.on('end', () => (this.lost ??= new Error('the session has ended')));
  }

  protected static client(url: string, name: string): Client {
    return new pg.Client({
      connectionString: url,
      application_name: name,
      connectionTimeoutMillis: 2_000,
      query_timeout: 20_000,
      keepAlive: true,
    });
  }

  /** Connects with these settings; rejects with JournalConnectionLost when PostgreSQL cannot be reached. */
  protected async begin(settings: string): Promise<void> {
    try {
      await this.client.connect();
      await this.client.query(settings);
    } catch (cause) {
      // Retried by the journal until it connects or is stopped.
      await this.close();
      throw new JournalConnectionLost('PostgreSQL does not answer', { cause });
    }
  }

  /** Whether the session has ended or failed: every further statement rejects. */
  get isLost(): boolean {
    return this.lost !== null;
  }

  /** Runs one statement at a time, in the order of the calls. */
  query<Row>(text: string, values: unknown[] = [], name?: string): Promise<Row[]> {
    const next = this.tail.then(() => this.run<Row>(text, values, name));
    // The caller receives the failure; the next statement detects a lost session by itself.
    this.tail = next.catch(() => undefined);
    return next;
  }

  private async run<Row>(text: string, values: unknown[], name: string | undefined): Promise<Row[]> {
    if (this.lost) throw new JournalConnectionLost(this.lost.message, { cause: this.lost });
    try {
      const { rows } = await this.client.query({ text, values, ...(name ? { name } : {}) });
      return rows as Row[];
    } catch (error) {
      throw this.translated(error as Error & { code?: string; detail?: string });
    }
  }

  private translated(error: Error & { code?: string; detail?: string }): Error {
    if (error.code === 'AU001') {
      const lots = (error.detail ?? '').split(',').filter((id) => id !== '');
      return new StaleWriter(lots.map(Number));
    }
    if (error.code && REFUSED.test(error.code)) return new RefusedByDatabase(error.message, { cause: error });
    // Anything else (connection, time-out, shutdown, disk full, deadlock, a right) ends the session; the next one starts clean.
    this.lost = error;
    return new JournalConnectionLost(error.message, { cause: error });
  }

  /** Ends the session and releases its locks; never rejects, and waits at most CLOSE_MS for the server. */
  async close(): Promise<void> {
    this.lost ??= new Error('closed');
    const timeout = new Promise((resolve) => setTimeout(resolve, CLOSE_MS).unref());
    // Not retried: a broken session cannot be ended properly, and the socket is destroyed below.
    await Promise.race([this.client.end().catch(() => undefined), timeout]);
    this.client.connection?.stream.destroy();
  }
}
