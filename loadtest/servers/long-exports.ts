import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createExportsService, type ExportSources } from '#server/domains/exports/index.ts';
import { createWalletView, transactionsExport } from '#server/domains/wallet/index.ts';
import { createDatabase } from '#server/platform/database/index.ts';
import { loadTexts } from '#server/platform/language/index.ts';
import type { ExportFormat } from '#shared/api/exports.ts';
import { ask } from '../lib/database.ts';
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
  onError: (error) => {
    throw error;
  },
});

/** Top-ups with the balances they led to. The triggers, which would make them one by one, are off meanwhile. */
const fill = (count: number) =>
  ask(
    url,
    `do $$ declare v_available bigint; v_clearing bigint; begin
       set local session_replication_role = replica;
       insert into ledger_account (person_id, kind, balance_tiyin, version)
         values ('${OWNER}', 'available', ${count} * 100, ${count}) returning id into v_available;
       insert into ledger_account (person_id, kind, balance_tiyin, version) values ('${OWNER}', 'held', 0, 0);
       insert into ledger_account (purpose, kind) values ('load', 'clearing') returning id into v_clearing;
       with journal as (
         insert into ledger_journal (kind, idempotency_key, person_id, amount_tiyin, reference, reason, actor)
         select 'top-up', 'load-' || n, '${OWNER}', 100, 'payment:' || n, 'load', 'system'
         from generate_series(1, ${count}) n returning id
       ), counted as (select id, row_number() over (order by id) as n from journal)
       insert into ledger_entry (journal_id, account_id, amount_tiyin, previous_balance_tiyin, balance_tiyin, version)
       select id, v_available, 100, (n - 1) * 100, n * 100, n from counted
       union all select id, v_clearing, -100, null, null, null from counted;
     end $$`,
  );

serveTasks({
  async fill({ count }: { count: number }) {
    await fill(count);
    await ask(url, 'analyze ledger_journal, ledger_entry, ledger_account');
  },

  /** One file, read as fast as it is written: how long, how large, and the most memory the process had beyond what it had before. */
  async write({ format, filters }: { format: ExportFormat; filters: Record<string, string> }) {
    globalThis.gc?.();
    const before = process.memoryUsage.rss();
    let peak = before;
    const look = () => (peak = Math.max(peak, process.memoryUsage.rss()));
    const watching = setInterval(look, LOOK_MS);
    const startedAt = performance.now();
    let bytes = 0;
    try {
      const file = await exports.write({
        ...{ list: 'transactions', format, personId: OWNER, roles: [], language: 'uz', filters },
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
      return { rows: file.rowCount, bytes, seconds, addedBytes: peak - before };
    } finally {
      clearInterval(watching);
    }
  },
});
