import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'hdr-histogram-js';
import type { BidAck, JoinAnswer } from '../shared/realtime/room-answers.ts';
import { ROOM_EVENTS } from '../shared/realtime/room.ts';
import type { Outcome } from './lib/bots.ts';
import { historyOf, openMsOf, speedUp } from './lib/histories.ts';
import { brokenInvariants, readKept, type KeptPrice } from './lib/invariants.ts';
import { MinimalSocket } from './lib/minimal-socket.ts';
import { startOwnCore } from './lib/target.ts';
import { SecondBySecond } from './lib/second-by-second.ts';
import { runTool, wait } from './lib/run-tool.ts';
import { ToolProblem } from './lib/tool-options.ts';
import { report } from './lib/tool-report.ts';

const TOOL = {
  name: 'replay-storm',
  takes: 'FILE…',
  about:
    'recorded auctions and public logs of finished rooms (one JSON object a line), sped up and all at once, by real sockets against the core alone',
  numbers: {
    copies: { default: 1, min: 1, max: 500, about: 'rooms for each history' },
    seconds: {
      default: 10,
      min: 1,
      max: 3_600,
      about: 'how long every room is open: its times are squeezed into that',
    },
    speed: {
      default: 0,
      min: 0,
      max: 100,
      about: 'instead of --seconds, each room so many times as fast as it was; 1: as it was; 0: by --seconds',
    },
    seed: { default: 1, min: 0, max: 2 ** 31, about: 'of the ids of the bids' },
  },
};

interface Played {
  outcomes: Outcome[];
  late: number;
}

/** Returns 0 when every invariant held, 1 when one did not, 2 for wrong arguments. */
export const replayStorm = (argv: string[]): Promise<number> =>
  runTool(TOOL, argv, async (options) => {
    const { files, url, stop } = options;
    const { copies, seconds, speed, seed } = options.numbers;
    if (files.length === 0) throw new ToolProblem('name the files of recorded auctions');
    if (url !== null)
      throw new ToolProblem('histories are played in rooms opened for them, by the core alone');
    const lines = files.flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => line.trim() !== ''),
    );
    const histories = lines.map(historyOf).filter((history) => history !== null);
    const rooms = Array.from({ length: copies }, () => histories)
      .flat()
      .map((history) => speedUp(history, speed > 0 ? openMsOf(history) / speed : seconds * 1_000));
    const folder = mkdtempSync(path.join(tmpdir(), 'replay-storm-'));
    const terms = path.join(folder, 'terms.json');
    writeFileSync(terms, JSON.stringify(rooms.map(({ terms: of }) => of)));
    const own = await startOwnCore({ rooms: 0, bidders: 0, env: { LOAD_TERMS: terms } });
    const { core } = own;
    const latency = build({
      lowestDiscernibleValue: 1,
      highestTrackableValue: 60_000_000,
      numberOfSignificantValueDigits: 3,
    });
    const bySecond = new SecondBySecond();
    const sockets: MinimalSocket[] = [];
    try {
      const play = async (room: (typeof rooms)[number], at: number): Promise<Played> => {
        const lotId = at + 1;
        const bots = new Map<string, MinimalSocket>();
        for (const person of room.terms.bidders) {
          const socket = await MinimalSocket.connect(core.url, { 'x-load-person': person });
          sockets.push(socket);
          bots.set(person, socket);
        }
        const watching = bots.values().next().value ?? (await MinimalSocket.connect(core.url));
        const joined = await watching.ask<JoinAnswer>(ROOM_EVENTS.join, { lotId });
        if (!joined.ok || !('snapshot' in joined)) throw new Error(`lot ${lotId} is not there`);
        const opensAtMs = joined.snapshot.opensAtMs;
        const outcomes: Outcome[] = [];
        let late = 0;
        for (const [i, { afterMs, bidder, amount, maximum, isCleared }] of room.bids.entries()) {
          const dueAt = opensAtMs + afterMs + 5;
          await wait(dueAt - Date.now(), stop);
          if (stop.aborted) break;
          // Bids of a room keep their order: one waits for the answer to the one before, as the recorded ones did.
          if (Date.now() - dueAt > 50) late += 1;
          const socket = bots.get(bidder);
          if (!socket) continue;
          const bidId = `replay-${seed}-${lotId}-${i}`;
          const sentAt = performance.now();
          const isAuto = amount === undefined;
          const answer = isCleared
            ? await socket.ask<BidAck>(ROOM_EVENTS.clearAuto, { lotId, bidId })
            : isAuto
              ? await socket.ask<BidAck>(ROOM_EVENTS.setAuto, { lotId, bidId, maximumTiyin: maximum })
              : await socket.ask<BidAck>(ROOM_EVENTS.place, {
                  lotId,
                  bidId,
                  amountTiyin: amount,
                  confirmed: true,
                });
          const latencyMs = performance.now() - sentAt;
          latency.recordValue(Math.max(1, Math.round(latencyMs * 1_000)));
          const word =
            'error' in answer
              ? answer.error.code
              : answer.verdict === 'refused'
                ? answer.reason
                : answer.verdict;
          // An auto-bid’s own entry is no price: it is not looked for among them.
          const seq = 'seq' in answer && !isAuto ? answer.seq : 0;
          const reported =
            isAuto && word === 'accepted' ? (isCleared ? 'auto-bid cleared' : 'auto-bid set') : word;
          bySecond.add(sentAt, latencyMs, reported);
          outcomes.push({ lotId, bidId, amountTiyin: amount ?? 0, word: reported, seq, latencyMs: 0 });
        }
        return { outcomes, late };
      };
      const played = await Promise.all(rooms.map(play));
      await wait(1_000, stop);
      const stored = new Map<number, KeptPrice[]>();
      for (let lotId = 1; lotId <= rooms.length; lotId += 1)
        stored.set(lotId, await readKept(core.url, lotId));
      const outcomes = played.flatMap((room) => room.outcomes);
      const words: Record<string, number> = {};
      for (const { word } of outcomes) words[word] = (words[word] ?? 0) + 1;
      const expected = rooms.map(({ expectedPrice }) => expectedPrice);
      const compared = expected.filter((price) => price !== undefined).length;
      const same = expected.filter(
        (price, at) => price !== undefined && price === (stored.get(at + 1)?.at(0)?.amountTiyin ?? null),
      ).length;
      const at = (percentile: number) =>
        Number((latency.getValueAtPercentile(percentile) / 1_000).toFixed(2));
      return report(
        'replay-storm',
        {
          rooms: rooms.length,
          histories: histories.length,
          leftOut: lines.length - histories.length,
          bids: outcomes.length,
          answers: words,
          latencyMs: { p50: at(50), p99: at(99), max: latency.maxValue / 1_000 },
          sentLate: played.reduce((sum, { late }) => sum + late, 0),
          priceAsRecorded: `${same} of ${compared}`,
        },
        brokenInvariants(outcomes, stored),
        options,
        bySecond.seconds(),
      );
    } finally {
      for (const socket of sockets) socket.close();
      await own.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });

if (process.argv[1] === import.meta.filename) process.exit(await replayStorm(process.argv.slice(2)));
