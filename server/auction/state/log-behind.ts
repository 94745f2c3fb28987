import type { LogCursor, LogFollower } from './contract.ts';
import { parseLogRecord } from './event-log.ts';
import type { AuctionKeys } from './keys.ts';
import type { ScriptRunner } from './script-runner.ts';

/** Records taken by one read. */
const READ = 500;

type Reader = Pick<ScriptRunner, 'readStream'>;

/**
 * Reads a partition's log right behind the offers sent to it, in the same write: a journal in this process has what
 * they appended together with their verdicts, and not a round trip later. One read of a partition at a time; what is
 * offered meanwhile is read when it is over.
 */
export class LogBehind {
  readonly #runner: Reader;
  readonly #keys: Pick<AuctionKeys, 'log'>;
  #follower: LogFollower | null = null;
  /** Partitions being read now; true: something was sent since. */
  readonly #reading = new Map<number, boolean>();

  constructor(runner: Reader, keys: Pick<AuctionKeys, 'log'>) {
    this.#runner = runner;
    this.#keys = keys;
  }

  follow<Cursor extends LogCursor>(follower: LogFollower<Cursor>): void {
    // It is given back the cursors it gave, and no others.
    this.#follower = follower as unknown as LogFollower;
  }

  /** Something was just sent to the partition that may append. */
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
      // Not retried: the journal reads the same with its own connection, and meets there whatever is the matter.
      follower.failed(cursor);
    } finally {
      more ||= this.#reading.get(partition) === true;
      this.#reading.delete(partition);
    }
    if (more) await this.#read(partition, follower);
  }
}
