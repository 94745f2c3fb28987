import { accessSync, constants, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

/** A whole number among a tool's options, with its bounds. */
export interface NumberOption {
  default: number;
  min: number;
  max: number;
  about: string;
}

export interface ToolAbout<Names extends string> {
  name: string;
  /** What follows its options, as its usage shows it: `FILE…`. */
  takes?: string;
  about: string;
  numbers: Record<Names, NumberOption>;
}

export interface Person {
  login: string;
  password: string;
}

export interface ToolOptions<Names extends string> {
  /** Null: the core alone is started here. */
  url: string | null;
  /** Headers that say who bids, one for each bot, where people sign in or have tokens. */
  sessions: Record<string, string>[];
  /** Signed in first, each of them a session more. */
  people: Person[];
  /** Of a running server; in the core alone `1 … rooms`. */
  lots: number[];
  json: boolean;
  /** The file that a page with charts is written to. */
  html: string | null;
  /** The arguments as they were given; people and tokens are in files. */
  called: readonly string[];
  files: string[];
  numbers: Record<Names, number>;
}

/** Something outside the tool is not as it has to be: reported in one sentence. */
export class ToolProblem extends Error {}

/** Exit codes: everything held, something did not, wrong arguments, could not be run, asked to end. */
export const EXIT = { held: 0, broken: 1, arguments: 2, notRun: 3, interrupted: 130 } as const;

const MOST_ROOMS = 2_000;

/** Is it this machine? */
export const isLoopback = (url: string): boolean =>
  ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(url).hostname);

const SHARED: [option: string, about: string][] = [
  ['--rooms N', `rooms of the core alone, which needs DATABASE_URL and REDIS_URL (1; 1 to ${MOST_ROOMS})`],
  ['--url URL', 'a running server instead of the core alone'],
  ['--lots 1,2', 'its lots'],
  [
    '--tokens FILE',
    'a token for programs a line, one for each bot: its person has to be admitted to the lots',
  ],
  ['--sessions FILE', 'a Cookie header a line instead'],
  ['--people FILE', 'a login and a password a line instead: they sign in and take seats in practice lots'],
  ['--allow-remote', 'let URL be another machine than this one, whose operator has set LOAD_TESTS=allowed'],
  ['--json', 'one object instead of a table'],
  ['--html FILE', 'also a page of its own with charts'],
];

export function usageOf({ name, takes, about, numbers }: ToolAbout<string>): string {
  const own = Object.entries(numbers).map(
    ([option, { default: usual, min, max, about: what }]) =>
      [`--${option} N`, `${what} (${usual}; ${min} to ${max})`] as [string, string],
  );
  const shared = SHARED.filter(([option]) => !own.some(([known]) => known === option));
  const lines = [...own, ...shared].map(([option, what]) => `  ${option.padEnd(20)}${what}`);
  return `${[name, takes].filter(Boolean).join(' ')}: ${about}\n${lines.join('\n')}\n`;
}

function whole(
  name: string,
  given: unknown,
  { default: usual, min, max }: Omit<NumberOption, 'about'>,
): number {
  const value = given === undefined ? usual : Number(given);
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  throw new Error(`--${name} is a whole number from ${min} to ${max}`);
}

function addressOf(given: unknown, remote: boolean): string | null {
  if (typeof given !== 'string') return null;
  if (!URL.canParse(given) || !/^https?:$/.test(new URL(given).protocol))
    throw new Error(`--url is an address such as http://localhost:3000, not ${given}`);
  if (!remote && !isLoopback(given))
    throw new Error(`${given} is another machine: say --allow-remote if it is yours to load`);
  return new URL(given).origin;
}

const linesOf = (file: unknown): string[] =>
  typeof file === 'string'
    ? readFileSync(file, 'utf8')
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== '' && !line.startsWith('#'))
    : [];

function personOf(line: string): Person {
  const [login, password, ...more] = line.split(/\s+/);
  if (!login || !password || more.length > 0) throw new Error('--people has a login and a password a line');
  return { login, password };
}

/** The file of the page: what was measured for minutes is not lost for want of a folder. */
function pageOf(given: unknown): string | null {
  if (typeof given !== 'string') return null;
  try {
    accessSync(path.dirname(path.resolve(given)), constants.W_OK);
  } catch (error) {
    throw new Error(`--html ${given} cannot be written`, { cause: error });
  }
  return given;
}

/** Reads a tool's arguments; throws with one sentence about what is wrong. Load stays on this machine unless set otherwise. */
export function readToolOptions<Names extends string>(
  argv: readonly string[],
  numbers: Record<Names, NumberOption>,
): ToolOptions<Names> {
  const own = Object.fromEntries(Object.keys(numbers).map((name) => [name, { type: 'string' as const }]));
  const parsed = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      ...own,
      rooms: { type: 'string' },
      url: { type: 'string' },
      lots: { type: 'string' },
      sessions: { type: 'string' },
      tokens: { type: 'string' },
      people: { type: 'string' },
      'allow-remote': { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      html: { type: 'string' },
    },
  });
  const values = parsed.values as Record<string, string | boolean | undefined>;
  const url = addressOf(values['url'], values['allow-remote'] === true);
  const rooms = whole('rooms', values['rooms'], { default: 1, min: 1, max: MOST_ROOMS });
  if (url === null && values['lots'] !== undefined)
    throw new Error('--lots are those of --url; the core alone has --rooms');
  if (url !== null && values['lots'] === undefined) throw new Error('--url needs --lots');
  const lots =
    url === null
      ? Array.from({ length: rooms }, (_, at) => at + 1)
      : String(values['lots']).split(',').map(Number);
  if (!lots.every((lot) => Number.isSafeInteger(lot) && lot > 0))
    throw new Error('--lots are numbers of lots, 12,13');
  const read = (Object.entries(numbers) as [Names, NumberOption][]).map(
    ([name, option]) => [name, whole(name, values[name], option)] as const,
  );
  return {
    url,
    lots,
    json: values['json'] === true,
    html: pageOf(values['html']),
    called: argv,
    files: parsed.positionals,
    sessions: [
      ...linesOf(values['sessions']).map((cookie) => ({ cookie })),
      ...linesOf(values['tokens']).map((token) => ({ authorization: `Bearer ${token}` })),
    ],
    people: linesOf(values['people']).map(personOf),
    numbers: Object.fromEntries(read) as Record<Names, number>,
  };
}
