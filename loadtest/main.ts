import { runBenchmarks } from './bench/run.ts';
import { bidThroughput } from './benchmarks/bid-throughput.ts';
import { bidStorm } from './bid-storm.ts';
import { catalogue } from './catalogue.ts';

/** Tools for a deployment of one's own, run by name with their own arguments. */
const TOOLS: Record<string, (args: string[]) => Promise<number>> = { 'bid-storm': bidStorm };

/** In the order they are run. */
const BENCHMARKS = [bidThroughput, catalogue];

/** `npm run bench [-- NAME… [--quick] [--json]]` measures; `npm run bench -- TOOL …` runs a tool on services of its own. */
const [name = '', ...args] = process.argv.slice(2);
const tool = TOOLS[name];
process.exit(await (tool ? tool(args) : runBenchmarks(process.argv.slice(2), BENCHMARKS)));
