import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Benchmark, BenchSetting, Part } from '../bench/benchmark.ts';
import { atMost, compare, type Measured } from '../bench/rounds.ts';
import type { UploadFigures } from '../generators/uploads.ts';
import { startEmbeddedCore, type EmbeddedCore } from '../lib/embedded-core.ts';
import { RoomWatch } from '../lib/room-watch.ts';
import { residentBytesOf, startWorker, type Worker } from '../lib/worker.ts';
import { bidRun, generator } from './bid-throughput.ts';

const UPLOADS = { photos: 10, documents: 40 } as const;
const BOTS = 50;
const RATE = 500;
const MIB = 1024 * 1024;
const LOOK_MS = 25;
/** Of one round of uploads: the longest the benchmark waits for it. */
const PATIENCE_MS = 120_000;

/** Most resident memory of a process and of its child processes while something runs. */
async function peaks(pid: number, running: Promise<unknown>): Promise<{ own: number; children: number }> {
  let done = false;
  const ended = () => (done = true);
  // A failure is for the caller, who waits for the same uploads.
  running.then(ended, ended);
  const peak = { own: 0, children: 0 };
  while (!done) {
    peak.own = Math.max(peak.own, residentBytesOf(pid) ?? 0);
    const all = childrenOf(pid).map((child) => residentBytesOf(child) ?? 0);
    peak.children = Math.max(
      peak.children,
      all.reduce((sum, bytes) => sum + bytes, 0),
    );
    await pause(LOOK_MS);
  }
  return peak;
}

function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  } catch {
    // No /proc on this system, or the process is gone: the figure is left out.
    return [];
  }
}

async function duringUploads(
  core: EmbeddedCore,
  bids: Worker,
  uploads: Worker,
  work: object,
): Promise<Measured> {
  await uploads.ask('make', UPLOADS);
  const before = core.residentBytes() ?? 0;
  const sending = uploads.ask<UploadFigures>('run', { url: core.url });
  const watched = peaks(core.pid, sending);
  const measured = await bidRun(bids, core.pid, work as never);
  const late = pause(PATIENCE_MS, null, { ref: false });
  const sent = await Promise.race([sending, late]);
  if (!sent || sent.refused.length > 0)
    throw new Error(`uploads failed: ${sent?.refused.join('; ') ?? 'too slow'}`);
  const { own, children } = await watched;
  return {
    ...measured,
    value: Number(measured.figures['p99Ms']),
    figures: {
      ...measured.figures,
      uploadSeconds: Number(sent.seconds.toFixed(1)),
      addedMebibytes: Math.round((own - before) / MIB),
      inspectionMebibytes: Math.round(children / MIB),
    },
  };
}

async function run({
  quick,
  seed,
  databaseUrl,
  redisUrl,
  namespace,
  folder,
  say,
}: BenchSetting): Promise<Part[]> {
  const env = { LOAD_FILES: path.join(folder, 'files') };
  const rooms = new RoomWatch([databaseUrl], say);
  const core = await startEmbeddedCore({ rooms: 1, bidders: BOTS, databaseUrl, redisUrl, namespace, env });
  const bids = await generator(core.url, { bots: BOTS, rooms: 1, seed });
  const uploads = await startWorker('generators/uploads.ts');
  // Fifty uploads take about a minute at the pace of a process: their beginning is measured, when all of them send.
  const [warmupMs, measuredMs] = quick ? [500, 10_000] : [1_000, 30_000];
  const work = { rooms: 1, acceptPercent: 100, rate: RATE, depth: 8, warmupMs, measuredMs };
  try {
    const { photoBytes } = await uploads.ask<{ photoBytes: number }>('prepare');
    await bidRun(bids, core.pid, work);
    // What a process needs once for its first uploads is not counted for the fifty.
    await uploads.ask('make', { photos: 1, documents: 4 });
    await uploads.ask<UploadFigures>('run', { url: core.url });
    const part = await compare({
      part: `p99 of bids at ${RATE} a second during 50 uploads`,
      rounds: quick ? 1 : 3,
      target: 1.5,
      more: false,
      rooms,
      product: () => duringUploads(core, bids, uploads, work),
      ceiling: async () => {
        const alone = await bidRun(bids, core.pid, work);
        return { ...alone, value: Number(alone.figures['p99Ms']) };
      },
      bounds: (product) => [atMost(product, 'addedMebibytes', 64, 'MiB')],
      note: `${UPLOADS.documents} PDF of 10 MiB and ${UPLOADS.photos} photos of ${Math.round(photoBytes / MIB)} MiB at once into the process that answers bids; memory of that process, the inspecting process beside it; ceiling: the same bids without uploads`,
    });
    say(`${part.part}: ${part.ratio?.toFixed(2)}`);
    return [part];
  } finally {
    await Promise.all([bids.stop(), uploads.stop()]);
    await core.stop();
  }
}

export const uploads: Benchmark = {
  name: 'uploads',
  about: 'bids and memory while fifty files of 10 MB arrive at once',
  run,
};
