import type { ChildProcess } from 'node:child_process';

/** Tells a child that it waits for its order to begin, with everything loaded. */
export const SPARE_FLAG = 'SAVDO_SPARE';

const PREPARED = 'prepared';
const BEGIN = 'begin';
/** Loading takes a second of processor time: the child that works goes first. */
const PREPARE_AFTER_MS = 3_000;

/** A process prepared in advance, so that the next one begins at once instead of after a start of a second. */
export class Spare {
  readonly #fork: () => ChildProcess;
  readonly #onPrepared: () => void;
  #process: ChildProcess | null = null;
  #prepared = false;
  #timer: NodeJS.Timeout | undefined;

  /** @param fork starts the process with SPARE_FLAG set */
  constructor(fork: () => ChildProcess, onPrepared: () => void) {
    this.#fork = fork;
    this.#onPrepared = onPrepared;
  }

  /** Prepares one after a while, unless there is one. */
  prepareSoon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (!this.#process) this.#prepare();
    }, PREPARE_AFTER_MS);
  }

  /** The prepared process, which begins now; null when none is ready. */
  take(): ChildProcess | null {
    const spare = this.#prepared ? this.#process : null;
    if (!spare) return null;
    [this.#process, this.#prepared] = [null, false];
    spare.removeAllListeners('exit');
    // Not sent to one that has just died: its exit follows, and the next one is started.
    spare.send(BEGIN, () => undefined);
    return spare;
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#process?.removeAllListeners('exit');
    this.#process?.kill('SIGKILL');
    this.#process = null;
  }

  #prepare(): void {
    const spare = this.#fork();
    this.#process = spare;
    spare.once('message', () => {
      this.#prepared = true;
      this.#onPrepared();
    });
    const again = (): void => {
      [this.#process, this.#prepared] = [null, false];
      this.prepareSoon();
    };
    spare.once('exit', again);
    spare.on('error', () => {
      // It was never started, and no exit follows.
      if (spare.pid === undefined) again();
    });
  }
}

/** In a spare: reports that everything is loaded and resolves at the order to begin. Ends with the parent. */
export async function orderToBegin(): Promise<void> {
  const gone = () => process.exit(0);
  process.once('disconnect', gone);
  const ordered = new Promise<void>((resolve) => {
    process.on('message', function listen(message) {
      if (message !== BEGIN) return;
      process.off('message', listen);
      resolve();
    });
  });
  process.send?.(PREPARED);
  await ordered;
  process.off('disconnect', gone);
}
