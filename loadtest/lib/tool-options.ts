import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

/** A whole number among a tool's options, with its bounds. */
export interface NumberOption {
  default: number;
  min: number;
  max: number;
  about: string;
}

export interface ToolOptions<Names extends string> {
  /** Null: the core alone is started here. */
  url: string | null;
  /** Cookie headers, one for each bot, where people sign in. */
  sessions: string[];
  lots: number[];
  json: boolean;
  files: string[];
  numbers: Record<Names, number>;
}

const isLoopback = (url: string): boolean =>
  ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(url).hostname);

const SHARED: [option: string, about: string][] = [
  ['--url URL', 'a running server instead of the core alone, which needs DATABASE_URL and REDIS_URL'],
  ['--lots 1,2', 'its lots'],
  ['--sessions FILE', 'a Cookie header a line, one for each bot, where somebody has to be signed in'],
  ['--allow-remote', 'let URL be another machine than this one'],
  ['--json', 'one object instead of a table'],
];

export function usageOf(name: string, about: string, numbers: Record<string, NumberOption>): string {
  const own = Object.entries(numbers).map(
    ([option, { default: usual, min, max, about: what }]) =>
      [`--${option} N`, `${what} (${usual}; ${min} to ${max})`] as [string, string],
  );
  const lines = [...own, ...SHARED].map(([option, what]) => `  ${option.padEnd(20)}${what}`);
  return `${name}: ${about}\n${lines.join('\n')}\n`;
}

/** Reads a tool's arguments; throws with one sentence about what is wrong. Load stays on this machine unless told otherwise. */
export function readToolOptions<Names extends string>(
  argv: string[],
  numbers: Record<Names, NumberOption>,
): ToolOptions<Names> {
  const own = Object.fromEntries(Object.keys(numbers).map((name) => [name, { type: 'string' as const }]));
  const parsed = parseArgs({
    args: argv,
    allowPositionals: true,
    options: {
      ...own,
      url: { type: 'string' },
      lots: { type: 'string', default: '1' },
      sessions: { type: 'string' },
      'allow-remote': { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  });
  const values = parsed.values as Record<string, string | boolean | undefined>;
  const url = typeof values['url'] === 'string' ? values['url'] : null;
  if (url !== null && values['allow-remote'] !== true && !isLoopback(url))
    throw new Error(`${url} is another machine: say --allow-remote if it is yours to load`);
  const lots = String(values['lots']).split(',').map(Number);
  if (!lots.every((lot) => Number.isSafeInteger(lot) && lot > 0))
    throw new Error('--lots are numbers of lots');
  const read = (Object.entries(numbers) as [Names, NumberOption][]).map(
    ([name, { default: usual, min, max }]) => {
      const value = values[name] === undefined ? usual : Number(values[name]);
      if (!Number.isInteger(value) || value < min || value > max)
        throw new Error(`--${name} is a whole number from ${min} to ${max}`);
      return [name, value] as const;
    },
  );
  return {
    url,
    lots,
    json: values['json'] === true,
    files: parsed.positionals,
    sessions:
      typeof values['sessions'] === 'string'
        ? readFileSync(values['sessions'], 'utf8')
            .split('\n')
            .filter((line) => line.trim() !== '')
        : [],
    numbers: Object.fromEntries(read) as Record<Names, number>,
  };
}

/** What a tool found: a line for each figure, or one object. Returns the exit code: 1 when something did not hold. */
export function report(
  name: string,
  figures: Record<string, unknown>,
  broken: readonly string[],
  json: boolean,
): number {
  const invariants = broken.length === 0 ? 'held' : broken.slice(0, 20);
  if (json) process.stdout.write(`${JSON.stringify({ tool: name, ...figures, invariants })}\n`);
  else {
    process.stdout.write(`\n${name}\n`);
    const all = {
      ...figures,
      invariants: broken.length === 0 ? 'held' : `BROKEN: ${broken.slice(0, 5).join('; ')}`,
    };
    for (const [what, value] of Object.entries(all)) {
      const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
      process.stdout.write(`  ${what.padEnd(22)}${text}\n`);
    }
  }
  return broken.length === 0 ? 0 : 1;
}

/** Runs a tool: wrong arguments are told with its usage and give 2. */
export async function runTool<Names extends string>(
  o: { name: string; about: string; numbers: Record<Names, NumberOption> },
  argv: string[],
  run: (options: ToolOptions<Names>) => Promise<number>,
): Promise<number> {
  let options: ToolOptions<Names>;
  try {
    options = readToolOptions(argv, o.numbers);
  } catch (error) {
    // Told and not tried again: the arguments are the caller's.
    process.stderr.write(`${(error as Error).message}\n\n${usageOf(o.name, o.about, o.numbers)}`);
    return 2;
  }
  return run(options);
}
