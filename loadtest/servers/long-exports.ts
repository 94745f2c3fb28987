import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createExportsService, type ExportSources } from '#server/domains/content/exports/index.ts';
import { createWalletView, transactionsExport } from '#server/domains/money/wallet/index.ts';
import { createDatabase } from '#server/platform/database/index.ts';
import { loadTexts } from '#server/platform/language/index.ts';
import type { ExportFormat } from '#shared/api/cabinet/exports.ts';
import { fillLedger } from '../lib/long-ledger.ts';
import { serveTasks } from '../lib/worker.ts';

/** Files of the movements of one person with very many, as the service writes them. */

const OWNER = 'load-owner';
const LOOK_MS = 5;

const url = process.env.DATABASE_URL ?? '';
const database = createDatabase({ url, poolSize: 4, name: 'long-exports' });
const texts = loadTexts();
const exports = createExportsService({
  sources: { transactions: transactionsExport(createWalletView(database.db)) } as unknown as ExportSources,
  text: (...asked) => texts.text(...asked),
  actions: { record: () => Promise.resolve() },
  rolesOf: () => Promise.resolve([]),
  onError: (error) => {
    throw error;
  },
});

serveTasks({
  fill: ({ count }: { count: number }) => fillLedger(url, OWNER, count),

  /** One file, read as fast as it is written: how long, how large, and the most memory the process had beyond what it had before. */
  async write({ format, filters }: { format: ExportFormat; filters: Record<string, string> }) {
    globalThis.gc?.();
    const before = process.memoryUsage();
    let peak = before;
    const look = () => {
      const now = process.memoryUsage();
      if (now.rss > peak.rss) peak = now;
    };
    const watching = setInterval(look, LOOK_MS);
    const startedAt = performance.now();
    let bytes = 0;
    try {
      const file = await exports.write({
        list: 'transactions',
        format,
        session: { handle: '', person: { personId: OWNER, roles: [] } },
        language: 'uz',
        filters,
      });
      await pipeline(
        file.bytes,
        new Writable({
          write(chunk: Buffer | string, _encoding, done) {
            bytes += chunk.length;
            look();
            setImmediate(done);
          },
        }),
      );
      const seconds = (performance.now() - startedAt) / 1_000;
      return {
        rows: file.rowCount,
        bytes,
        seconds,
        addedBytes: peak.rss - before.rss,
        heapBytes: peak.heapTotal - before.heapTotal,
      };
    } finally {
      clearInterval(watching);
    }
  },
});
