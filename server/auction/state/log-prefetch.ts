import type { LogCursor, LogFollower } from './contract.ts';
import { parseLogRecord } from './parse-log-record.ts';
import type { AuctionKeys } from './keys.ts';
import type { ScriptRunner } from './script-runner.ts';

/** Most records of one read. */
const READ = 500;

type Reader = Pick<ScriptRunner, 'readStream'>;

/**
 * Reads a partition's log in the same write as the offers sent to it: a journal in this process gets the appended records
 * together with the verdicts, one round trip earlier. One read of a partition at a time; records appended meanwhile are
 * read by the next one.
 */
export class LogPrefetch {
  readonly #runner: Reader;
  readonly #keys: Pick<AuctionKeys, 'log'>;
  #follower: LogFollower | null = null;
  /** Partitions being read; true: offers were sent since. */
  readonly #reading = new Map<number, boolean>();

  constructor(runner: Reader, keys: Pick<AuctionKeys, 'log'>) {
    this.#runner = runner;
    this.#keys = keys;
  }

  follow<Cursor extends LogCursor>(follower: LogFollower<Cursor>): void {
    // The follower only receives cursors it created.
    this.#follower = follower as unknown as LogFollower;
  }

  /** A command that may append was just sent to the partition. */
  sent(partition: number): void {
    if (this.#follower === null) return;
    if (this.#reading.has(partition)) this.#reading.set(partition, true);
    else void this.#read(partition, this.#follower);
  }

  async #read(partition: number, follower: LogFollower): Promise<void> {
    const cursor = follower.cursor(partition);
    if (cursor === null) return;
    this.#reading.set(partition, false);
    let more = false;
    try {
      const found = await this.#runner.readStream(this.#keys.log(partition), cursor.after, READ);
      follower.take(
        cursor,
        found.map(([id, fields]) => parseLogRecord(id, fields)),
      );
      more = found.length === READ;
    } catch {
      // Not retried: the journal reads the same records on its own connection, and handles the failure there.
      follower.failed(cursor);
    } finally {
      more ||= this.#reading.get(partition) === true;
      this.#reading.delete(partition);
    }
    if (more) await this.#read(partition, follower);
  }
}
