import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { dropDatabases, freshDatabase } from '../lib/database.ts';
import { dropKeys } from '../lib/drop-keys.ts';
import { describeMachine } from '../lib/machine.ts';
import type { Benchmark, BenchSetting } from './benchmark.ts';
import { detailsOf, failedResult, resultOf, tableOf, type BenchmarkResult } from './report.ts';

const RESULTS = path.join(import.meta.dirname, '../results');

interface BenchOptions {
  chosen: readonly Benchmark[];
  quick: boolean;
  json: boolean;
  seed: number;
  lots: number | null;
}

const LOTS = { least: 1_000, most: 3_000_000 };

function readOptions(argv: readonly string[], all: readonly Benchmark[]): BenchOptions {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      quick: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      seed: { type: 'string', default: '1' },
      lots: { type: 'string' },
    },
  });
  const unknown = positionals.filter((name) => !all.some((benchmark) => benchmark.name === name));
  if (unknown.length > 0)
    throw new Error(
      `no such benchmark: ${unknown.join(', ')}. There are: ${all.map(({ name }) => name).join(', ')}`,
    );
  const seed = Number(values.seed);
  if (!Number.isSafeInteger(seed) || seed < 0) throw new Error('--seed is a whole number');
  const lots = values.lots === undefined ? null : Number(values.lots);
  if (lots !== null && !(Number.isSafeInteger(lots) && lots >= LOTS.least && lots <= LOTS.most))
    throw new Error(`--lots is a whole number from ${LOTS.least} to ${LOTS.most}`);
  const chosen = positionals.length === 0 ? all : all.filter(({ name }) => positionals.includes(name));
  return { chosen, quick: values.quick, json: values.json, seed, lots };
}

function needed(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is missing: npm run bench starts services of its own, or name yours`);
  return value;
}

/**
 * Runs the chosen benchmarks one after the other, prints what was measured, and keeps it in loadtest/results. Exit code 0
 * also when a target was missed (no build fails on a time), 1 when a benchmark could not be run, 2 for wrong arguments.
 */
export async function runBenchmarks(argv: readonly string[], all: readonly Benchmark[]): Promise<number> {
  let options: BenchOptions;
  try {
    options = readOptions(argv, all);
  } catch (error) {
    // Reported and not retried: the arguments are the caller's.
    process.stderr.write(`${(error as Error).message}\n`);
    return 2;
  }
  const { quick, seed, lots } = options;
  const [databaseUrl, redisUrl] = [needed('DATABASE_URL'), needed('REDIS_URL')];
  const machine = await describeMachine(databaseUrl, redisUrl);
  const say = (line: string) => void process.stdout.write(`${line}\n`);
  for (const [name, value] of Object.entries(machine)) say(`${name.padEnd(12)}${value}`);
  if (quick) say('QUICK: few and short rounds; the figures are rough.');
  const startedAt = new Date();
  const results: BenchmarkResult[] = [];
  for (const benchmark of options.chosen) {
    say(`\n── ${benchmark.name}: ${benchmark.about}`);
    const began = performance.now();
    const result = await runOne(benchmark, { quick, seed, lots, databaseUrl, redisUrl, say });
    results.push(result);
    say(detailsOf(result).trimEnd());
    say(`  took ${((performance.now() - began) / 1_000).toFixed(1)} s`);
  }
  say(`\n${tableOf(results)}`);
  mkdirSync(RESULTS, { recursive: true });
  const file = path.join(RESULTS, `${startedAt.toISOString().replaceAll(':', '-').slice(0, 19)}.json`);
  const stored = { startedAt: startedAt.toISOString(), quick, seed, lots, machine, benchmarks: results };
  writeFileSync(file, `${JSON.stringify(stored, null, 2)}\n`);
  say(`stored in ${path.relative(process.cwd(), file)}`);
  if (options.json) say(JSON.stringify({ benchmarks: results, quick, machine }));
  return results.some(({ failed }) => failed !== undefined) ? 1 : 0;
}

async function runOne(
  benchmark: Benchmark,
  o: Pick<BenchSetting, 'quick' | 'seed' | 'lots' | 'databaseUrl' | 'redisUrl' | 'say'>,
): Promise<BenchmarkResult> {
  const database = `bench_${benchmark.name.replaceAll('-', '_')}_${process.pid}`;
  const folder = mkdtempSync(path.join(process.env.SAVDO_TEST_FOLDER ?? tmpdir(), 'bench-'));
  try {
    const parts = await benchmark.run({
      ...o,
      databaseUrl: await freshDatabase(o.databaseUrl, database),
      namespace: `${database}:`,
      redisProgram: process.env.REDIS_SERVER,
      folder,
      say: (line) => o.say(`  … ${line}`),
    });
    return resultOf(benchmark.name, parts);
  } catch (error) {
    // Not tried again: the others are still measured, and the exit code tells.
    return failedResult(
      benchmark.name,
      error instanceof Error ? (error.stack ?? error.message) : String(error),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await dropDatabases(o.databaseUrl, database);
    // Benchmarks name their parts by more letters behind it.
    await dropKeys(o.redisUrl, database);
  }
}
