import { runBenchmarks } from './bench/run.ts';
import { bidLatency } from './benchmarks/bid-latency.ts';
import { bidThroughput } from './benchmarks/bid-throughput.ts';
import { bigRoom } from './benchmarks/big-room.ts';
import { client } from './benchmarks/client.ts';
import { clock } from './benchmarks/clock.ts';
import { coldStart } from './benchmarks/cold-start.ts';
import { earlyRefusals } from './benchmarks/early-refusals.ts';
import { engine } from './benchmarks/engine.ts';
import { exports } from './benchmarks/exports.ts';
import { growth } from './benchmarks/growth.ts';
import { journal } from './benchmarks/journal.ts';
import { board } from './benchmarks/board.ts';
import { lists } from './benchmarks/lists.ts';
import { manyRooms } from './benchmarks/many-rooms.ts';
import { memory } from './benchmarks/memory.ts';
import { ordersList } from './benchmarks/orders-list.ts';
import { publish } from './benchmarks/publish.ts';
import { rebuild } from './benchmarks/rebuild.ts';
import { roomFanOut } from './benchmarks/room-fan-out.ts';
import { rowLockPeer } from './benchmarks/row-lock-peer.ts';
import { split } from './benchmarks/split.ts';
import { stormFanOut } from './benchmarks/storm-fan-out.ts';
import { trust } from './benchmarks/trust.ts';
import { uploads } from './benchmarks/uploads.ts';
import { viewerMemory } from './benchmarks/viewer-memory.ts';
import { years } from './benchmarks/years.ts';
import { bidStorm } from './bid-storm.ts';
import { catalogue } from './catalogue.ts';
import { httpStorm } from './http-storm.ts';
import { reconnectStorm } from './reconnect-storm.ts';
import { replayStorm } from './replay-storm.ts';
import { soak } from './soak.ts';
import { transports } from './transports.ts';
import { viewers } from './viewers.ts';

/** Tools for a deployment of one's own, run by name with their own arguments. */
const TOOLS: Record<string, (args: string[]) => Promise<number>> = {
  'bid-storm': bidStorm,
  'http-storm': httpStorm,
  'reconnect-storm': reconnectStorm,
  'replay-storm': replayStorm,
  soak,
  transports,
  viewers,
};

/** In the order they are run. */
const BENCHMARKS = [
  bidThroughput,
  bidLatency,
  earlyRefusals,
  split,
  engine,
  rowLockPeer,
  roomFanOut,
  stormFanOut,
  viewerMemory,
  clock,
  journal,
  rebuild,
  growth,
  bigRoom,
  manyRooms,
  board,
  catalogue,
  ordersList,
  lists,
  exports,
  uploads,
  publish,
  trust,
  years,
  coldStart,
  memory,
  client,
];

/** `npm run bench [-- NAME… [--quick] [--json] [--lots N]]` measures; `npm run bench -- TOOL …` runs a tool on services of its own. */
const [name = '', ...args] = process.argv.slice(2);
const tool = TOOLS[name];
process.exit(await (tool ? tool(args) : runBenchmarks(process.argv.slice(2), BENCHMARKS)));
