import type { Benchmark } from '../bench/benchmark.ts';
import { atMost, measure } from '../bench/rounds.ts';
import { startWorker } from '../lib/worker.ts';
import { EXPORT_FORMATS } from '#shared/api/cabinet/exports.ts';

const ROWS = 100_000;
const LIMIT_MIB = 64;
const MIB = 1024 * 1024;
/** So that a loaded machine does not wait for ever; the memory is the promise. */
const LIMIT_SECONDS = 120;

interface Written {
  rows: number;
  bytes: number;
  seconds: number;
  addedBytes: number;
  /** Of it, of the heap of JavaScript. */
  heapBytes: number;
}

/** A person with 100 000 movements of money takes them along. */
export const exports: Benchmark = {
  name: 'exports',
  about: 'memory and time of files of 100 000 rows',

  async run({ quick, databaseUrl }) {
    const service = await startWorker('servers/long-exports.ts', { DATABASE_URL: databaseUrl }, [
      '--expose-gc',
    ]);
    const write = (format: string, filters = {}) => service.ask<Written>('write', { format, filters });
    try {
      await service.ask('fill', { count: ROWS });
      // What a process needs once for its first files is not counted: texts, code, connections, the young generation of its heap.
      for (const format of EXPORT_FORMATS) await write(format);
      const parts = [];
      for (const format of EXPORT_FORMATS)
        parts.push(
          await measure({
            part: `${ROWS} rows as ${format}`,
            rounds: quick ? 1 : 3,
            async product() {
              const { rows, bytes, seconds, addedBytes, heapBytes } = await write(format);
              if (rows !== ROWS) throw new Error(`${rows} of ${ROWS} rows are announced`);
              const addedMebibytes = Number((addedBytes / MIB).toFixed(1));
              const figures = {
                addedMebibytes,
                heapMebibytes: Number((heapBytes / MIB).toFixed(1)),
                seconds: Number(seconds.toFixed(1)),
                fileMebibytes: Number((bytes / MIB).toFixed(1)),
              };
              return { value: addedMebibytes, figures };
            },
            bounds: (figures) => [
              atMost(figures, 'addedMebibytes', LIMIT_MIB, 'MiB'),
              atMost(figures, 'seconds', LIMIT_SECONDS, 's'),
            ],
          }),
        );
      return parts;
    } finally {
      await service.stop();
    }
  },
};
