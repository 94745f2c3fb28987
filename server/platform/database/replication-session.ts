import pg from 'pg';

/** Bytes that wait to be stored before the server is read on. */
const MOST_WAITING = 8 * 1024 * 1024;
const STATUS_MS = 1_000;
/** PostgreSQL counts microseconds from the year 2000. */
const EPOCH_MS = Date.UTC(2000, 0, 1);

/** A place in the write-ahead log, as PostgreSQL writes it: `16/B374D848`. */
export const lsnText = (lsn: bigint): string =>
  `${(lsn >> 32n).toString(16).toUpperCase()}/${(lsn & 0xffff_ffffn).toString(16).toUpperCase()}`;

export function parseLsn(text: string): bigint {
  const [high = '', low = ''] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

/** pg's connection, as far as it is used here; the types omit it. */
interface Wire {
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  stream: { pause(): void; resume(): void; destroy(): void };
}

/** A query of the replication protocol that answers with a stream of messages, stored one after the other. */
class StreamedQuery {
  readonly rows: (string | null)[][] = [];
  readonly done: Promise<void>;
  #wire: Wire | null = null;
  #tail: Promise<void> = Promise.resolve();
  #waiting = 0;
  #settle: { resolve: () => void; reject: (error: unknown) => void };
  readonly #text: string;
  readonly #store: (message: Buffer) => Promise<void>;

  constructor(text: string, store: (message: Buffer) => Promise<void>) {
    this.#text = text;
    this.#store = store;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.done = promise;
    this.#settle = { resolve, reject };
  }

  send(chunk: Buffer): void {
    this.#wire?.sendCopyFromChunk(chunk);
  }

  submit(wire: unknown): void {
    this.#wire = wire as Wire;
    this.#wire.query(this.#text);
  }
  handleRowDescription(): void {}
  handleDataRow(message: { fields: (string | null)[] }): void {
    this.rows.push(message.fields);
  }
  handleCommandComplete(): void {}
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
  handleCopyData({ chunk }: { chunk: Buffer }): void {
    // pg reads the next messages into the same memory.
    const message = Buffer.from(chunk);
    this.#waiting += chunk.length;
    if (this.#waiting > MOST_WAITING) this.#wire?.stream.pause();
    this.#tail = this.#tail.then(async () => {
      await this.#store(message);
      this.#waiting -= chunk.length;
      if (this.#waiting <= MOST_WAITING) this.#wire?.stream.resume();
    });
    this.#tail.catch((error: unknown) => this.handleError(error));
  }
  handleError(error: unknown): void {
    this.#settle.reject(error);
  }
  handleReadyForQuery(): void {
    this.#tail.then(this.#settle.resolve, this.#settle.reject);
  }
}

export interface ServerIdentity {
  /** Of the cluster: the same on its standbys, another one after initdb. */
  systemId: string;
  timeline: number;
  /** Flushed up to here. */
  lsn: bigint;
  segmentBytes: number;
}

/**
 * A session of PostgreSQL's replication protocol, with which a server gives its whole content and its write-ahead log. Its role
 * needs the attribute `replication` and a line for the database `replication` in pg_hba.conf, and no other right.
 */
export class ReplicationSession {
  readonly #client: pg.Client;

  private constructor(client: pg.Client) {
    this.#client = client;
  }

  static async open(url: string, name: string): Promise<ReplicationSession> {
    const options = {
      connectionString: url,
      application_name: name,
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
      replication: 'true',
    };
    const client = new pg.Client(options);
    // Also reported by the query under way, which is what the caller waits for.
    client.on('error', () => undefined);
    await client.connect();
    return new ReplicationSession(client);
  }

  async identity(): Promise<ServerIdentity> {
    const { rows } = await this.#client.query<Record<string, string>>('IDENTIFY_SYSTEM');
    const shown = await this.#client.query<{ wal_segment_size: string }>('SHOW wal_segment_size');
    const row = rows[0]!;
    return {
      systemId: String(row.systemid),
      timeline: Number(row.timeline),
      lsn: parseLsn(String(row.xlogpos)),
      segmentBytes: bytesOf(shown.rows[0]!.wal_segment_size),
    };
  }

  /** The server keeps its log for this name until it is reported as stored, also while no one is connected. */
  async createSlot(name: string): Promise<void> {
    try {
      await this.#client.query(`CREATE_REPLICATION_SLOT ${name} PHYSICAL RESERVE_WAL`);
    } catch (error) {
      // Not retried: it is there, which is what was asked for.
      if ((error as { code?: string }).code !== DUPLICATE_OBJECT) throw error;
    }
  }

  /**
   * The whole cluster as one tar with the log that makes it consistent. Takes a checkpoint at once.
   * @throws where it has tablespaces, each of which would be a tar of its own
   */
  async baseBackup(
    label: string,
    store: (bytes: Buffer) => Promise<void>,
  ): Promise<{ start: bigint; end: bigint }> {
    let archives = 0;
    const query = new StreamedQuery(
      `BASE_BACKUP (LABEL '${label.replaceAll("'", '')}', CHECKPOINT 'fast', WAL true, MANIFEST 'no')`,
      async (message) => {
        const kind = String.fromCharCode(message[0] ?? 0);
        if (kind === 'n' && (archives += 1) > 1)
          throw new Error('tablespaces are not backed up: move their tables to the default one');
        if (kind === 'd') await store(message.subarray(1));
      },
    );
    this.#client.query(query as unknown as pg.Submittable);
    await query.done;
    const [first, last] = [query.rows[0], query.rows.at(-1)];
    return { start: parseLsn(String(first?.[0])), end: parseLsn(String(last?.[0])) };
  }

  /**
   * Follows the write-ahead log until the session is closed, or the server ends.
   * @param store brings the bytes at this place to the disk before it resolves: the server then no longer keeps them
   */
  async follow(
    { slot, from, timeline }: { slot: string; from: bigint; timeline: number },
    store: (at: bigint, bytes: Buffer) => Promise<void>,
  ): Promise<void> {
    let stored = from;
    const query = new StreamedQuery(
      `START_REPLICATION SLOT ${slot} PHYSICAL ${lsnText(from)} TIMELINE ${timeline}`,
      async (message) => {
        const kind = String.fromCharCode(message[0] ?? 0);
        if (kind === 'w') {
          const at = message.readBigUInt64BE(1);
          const bytes = message.subarray(25);
          await store(at, bytes);
          stored = at + BigInt(bytes.length);
        }
        if (kind === 'w' || message[17] === 1) query.send(statusOf(stored));
      },
    );
    this.#client.query(query as unknown as pg.Submittable);
    const reporting = setInterval(() => query.send(statusOf(stored)), STATUS_MS);
    try {
      await query.done;
    } finally {
      clearInterval(reporting);
    }
  }

  close(): void {
    (this.#client as pg.Client & { connection?: Wire }).connection?.stream.destroy();
  }
}

const DUPLICATE_OBJECT = '42710';

/** As SHOW writes it: 16MB, 1GB. */
function bytesOf(text: string): number {
  const [, number, unit] = /^(\d+)(MB|GB)$/.exec(text) ?? [];
  if (!number) throw new RangeError(`${text} is not a size of segments`);
  return Number(number) * (unit === 'GB' ? 1024 : 1) * 1024 * 1024;
}

/** "Stored up to here": written, flushed and, as there is nothing to apply, applied. */
function statusOf(lsn: bigint): Buffer {
  const message = Buffer.alloc(34);
  message.write('r');
  for (const at of [1, 9, 17]) message.writeBigUInt64BE(lsn, at);
  message.writeBigInt64BE(BigInt(Date.now() - EPOCH_MS) * 1_000n, 25);
  return message;
}
