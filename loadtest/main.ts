import { bidStorm } from './bid-storm.ts';

/** `npm run bench [-- NAME [options]]`: every tool by its name; without one, all that run by themselves. */
const TOOLS: Record<string, (args: string[]) => Promise<number>> = { 'bid-storm': bidStorm };

const [name, ...args] = process.argv.slice(2);
const chosen = name === undefined || name.startsWith('-') ? Object.keys(TOOLS) : [name];
const options = name === undefined || name.startsWith('-') ? process.argv.slice(2) : args;

let code = 0;
for (const one of chosen) {
  const tool = TOOLS[one];
  if (tool) code = Math.max(code, await tool(options));
  else {
    process.stderr.write(`no such tool: ${one}. There are: ${Object.keys(TOOLS).join(', ')}\n`);
    code = 2;
  }
}
process.exit(code);
