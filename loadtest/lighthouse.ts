import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { chromiumPath as browser } from './lib/browser.ts';
import { freePort } from './lib/free-port.ts';

/** Pinned: another version may weigh the same page differently. */
const LIGHTHOUSE = 'lighthouse@13.5.0';
const KINDS = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
type Kind = (typeof KINDS)[number];
type Scores = Record<Kind, number>;

const TARGET = 95;
const RUN_MOST_MS = 180_000;
/** For a round that counts. */
const MOST_TRIES = 3;
const FLAGS = '--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run';

/**
 * How many times slower than this machine the phone is, by the machine's index, as Lighthouse's documentation on throttling
 * says. Four times by default is meant for a fast desktop; on a slower machine each report asks for another figure.
 */
const SLOWER: readonly { fromIndex: number; times: number }[] = [
  { fromIndex: 1_500, times: 4 },
  { fromIndex: 800, times: 2 },
  { fromIndex: 0, times: 1 },
];
const slowerThan = (index: number): number => SLOWER.find(({ fromIndex }) => index >= fromIndex)!.times;

/** Lighthouse's own: a task of the main thread blocks beyond so long, and how points fall. */
const TASK_MS = 50;
const BLOCKING = { audit: 'total-blocking-time', p10Ms: 200, medianMs: 600 };

interface Report {
  environment: { benchmarkIndex: number };
  categories: Record<Kind, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<
    string,
    { score: number | null; title: string; displayValue?: string; numericValue?: number }
  >;
}

/**
 * A report, how long tasks after the first paint blocked the main thread by its processor time, ms of the phone, and how many
 * times slower that is than this machine.
 */
type Measured = Report & { blockedMs: number; slower: number };

interface Room {
  phase: string;
  deadlineMs: number | null;
}

/** Times in µs; `tdur` is processor time. */
interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  tdur?: number;
  args?: { data?: { documentLoaderURL?: string } };
}

function blockedMs(events: readonly TraceEvent[], slower: number): number {
  const page = events.findLast(
    ({ name, args }) => name === 'navigationStart' && args?.data?.documentLoaderURL?.startsWith('http'),
  );
  const firstPaint = events.find(({ name, pid }) => name === 'firstContentfulPaint' && pid === page?.pid);
  if (!page || !firstPaint) throw new Error('the trace has no page or no paint');
  return events
    .filter(
      ({ name, ph, pid, tid, ts }) =>
        name.endsWith('RunTask') && ph === 'X' && pid === page.pid && tid === page.tid && ts >= firstPaint.ts,
    )
    .reduce((sum, { tdur = 0 }) => sum + Math.max(0, (tdur / 1_000) * slower - TASK_MS), 0);
}

/** Gauss's error function, to seven digits. */
function erf(x: number): number {
  const t = 1 / (1 + 0.3275911 * Math.abs(x));
  const series =
    t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  return Math.sign(x) * (1 - series * Math.exp(-x * x));
}

/** Share of the points for a time: nine tenths at one time, half at another, log-normal between. */
function share(ms: number, { p10Ms, medianMs }: { p10Ms: number; medianMs: number }): number {
  if (ms <= 0) return 1;
  const NINE_TENTHS = 0.9061938024368232;
  return (1 - erf((Math.log(ms / medianMs) * NINE_TENTHS) / -Math.log(p10Ms / medianMs))) / 2;
}

/** The performance score with the main thread's processor time. */
function byProcessorTime({ categories, audits, blockedMs: ms }: Measured): number {
  const { auditRefs } = categories.performance;
  const points = auditRefs.reduce(
    (sum, { id, weight }) =>
      sum + weight * (id === BLOCKING.audit ? share(ms, BLOCKING) : (audits[id]?.score ?? 0)),
    0,
  );
  return Math.round((100 * points) / auditRefs.reduce((sum, { weight }) => sum + weight, 0));
}

const USAGE = `Lighthouse with its phone settings (a slow phone on slow 4G) on a site that runs already. How many
times slower the phone is than this machine follows from how fast the machine is in the same round.

  npm start                                       # in one window
  node --import tsx loadtest/lighthouse.ts        # in another

  --url ADDRESS   the site, http://localhost:3000 by default
  --lot NUMBER    the lot whose card and room are measured; by default the one whose room runs longest
  --phone NUMBER --password WORD
                  of a person, whose messages in the cabinet are measured, too
  --rounds N      rounds a page, 5 by default: the median counts
  --slower N      how many times slower than this machine the phone is, in place of what follows from the machine's speed

Lighthouse counts by the clock, in which the browser's main thread also waits for the server, the demo and its own other
threads where all of them share few processors. In brackets is the score with the same formula and the processor time of that
thread's tasks in place of their time by the clock.

  --json          the last line is {"pages":[{"page","slower":[…],"scores":{…},"met"}]}`;

/**
 * One round. Rejects when Lighthouse fails or takes longer than RUN_MOST_MS.
 * @param port of a browser in which somebody is signed in; null: a browser of its own
 * @param slower how many times the phone is slower than this machine
 */
async function measure(url: string, browser: string, port: number | null, slower: number): Promise<Measured> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'savdo-lighthouse-'));
  const file = path.join(folder, 'report.json');
  try {
    const args = [
      '--yes',
      LIGHTHOUSE,
      url,
      '--quiet',
      '--output=json',
      `--output-path=${file}`,
      '--save-assets',
    ];
    args.push(
      '--form-factor=mobile',
      `--throttling.cpuSlowdownMultiplier=${slower}`,
      ...(port === null
        ? [`--chrome-flags=${FLAGS}`]
        : // Pages of a person are closed to search engines on purpose.
          [`--port=${port}`, '--disable-storage-reset', '--skip-audits=is-crawlable']),
    );
    const env = {
      ...process.env,
      CHROME_PATH: browser,
      // The same Node.js as this program's, whatever comes first on the PATH.
      PATH: `${path.dirname(process.execPath)}${path.delimiter}${process.env.PATH ?? ''}`,
    };
    const child = spawn('npx', args, {
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: RUN_MOST_MS,
    });
    let said = '';
    child.stderr.on('data', (text: Buffer) => (said = (said + text.toString()).slice(-2_000)));
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    if (code !== 0) throw new Error(`lighthouse ended with ${code}: ${said}`);
    const report = JSON.parse(readFileSync(file, 'utf8')) as Report;
    const trace = readFileSync(file.replace(/\.json$/, '-0.trace.json'), 'utf8');
    return {
      ...report,
      slower,
      blockedMs: blockedMs((JSON.parse(trace) as { traceEvents: TraceEvent[] }).traceEvents, slower),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A round; a second try where the browser lost its own trace, which says nothing of the page. */
const measureSurely = (...of: Parameters<typeof measure>): Promise<Measured> =>
  measure(...of).catch((error: unknown) => {
    if (!/NO_NAVSTART|NO_FCP|PROTOCOL_TIMEOUT/.test(String(error))) throw error;
    return measure(...of);
  });

/** A browser in which a person has signed in, as they do it. */
async function signedIn(
  browser: string,
  site: string,
  { phone, password }: { phone: string; password: string },
) {
  const port = await freePort();
  const profile = mkdtempSync(path.join(os.tmpdir(), 'savdo-lighthouse-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: browser,
    args: [...FLAGS.split(' '), `--remote-debugging-port=${port}`],
  });
  const page = await context.newPage();
  page.setDefaultTimeout(RUN_MOST_MS);
  await page.goto(`${site}/api/shop/auth/login?return=%2Fhome`);
  await page.locator('input[name="login"]').fill(phone);
  await page.locator('input[name="password"]').fill(password);
  await page.locator('input[name="password"]').press('Enter');
  await page.waitForURL('**/home');
  await page.close();
  return {
    port,
    async close() {
      await context.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

const scoresOf = ({ categories }: Report): Scores =>
  Object.fromEntries(KINDS.map((kind) => [kind, Math.round((categories[kind].score ?? 0) * 100)])) as Scores;

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** What takes points away, by kind, as Lighthouse calls it. */
const losses = ({ categories, audits }: Report): string[] =>
  KINDS.flatMap((kind) =>
    categories[kind].auditRefs.flatMap(({ id, weight }) => {
      const audit = audits[id];
      if (!audit || weight === 0 || audit.score === null || audit.score >= 0.9) return [];
      return [`${kind}: ${audit.title}${audit.displayValue ? ` (${audit.displayValue})` : ''}`];
    }),
  );

/** Of the lots whose rooms run, the one that ends last: its room still runs when it is measured. */
async function lastingLot(site: string): Promise<number> {
  const answer = await fetch(`${site}/api/shop/shop-lots/lot-list?size=100`);
  if (!answer.ok) throw new Error(`${site} answers ${answer.status}`);
  const { items } = (await answer.json()) as { items: { id: number; room: Room }[] };
  const left = ({ phase, deadlineMs }: Room): number => (phase === 'running' ? (deadlineMs ?? 0) : 0);
  const [lot] = items.toSorted((one, other) => left(other.room) - left(one.room));
  if (!lot) throw new Error('no lot in the list: name one with --lot');
  return lot.id;
}

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://localhost:3000' },
    lot: { type: 'string' },
    phone: { type: 'string' },
    password: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    slower: { type: 'string' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(USAGE);
  process.exit(0);
}
if (!browser) throw new Error('no Chromium: install the chromium package or set CHROMIUM_PATH');
const rounds = Number(values.rounds);
if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds is a whole number from 1');
const given = values.slower === undefined ? null : Number(values.slower);
if (given !== null && !(given >= 1)) throw new Error('--slower is a number from 1');
const site = values.url.replace(/\/$/, '');
const lot = values.lot ?? (await lastingLot(site));

const { phone, password } = values;
const person = phone && password ? await signedIn(browser, site, { phone, password }) : null;

/**
 * As many rounds as are asked for, each with a phone that is slower by what the machine's index in that very round asks for. The
 * machine may change its speed between two rounds: what was measured by the figure of another speed is left out.
 */
async function roundsOf(address: string, port: number | null): Promise<Measured[]> {
  // A server that has just started reads its own code in this round; that is another figure.
  let { environment } = await measureSurely(site + address, browser!, port, 1);
  const reports: Measured[] = [];
  for (let tries = 0; tries < rounds * MOST_TRIES && reports.length < rounds; tries += 1) {
    const slower = given ?? slowerThan(environment.benchmarkIndex);
    const report = await measureSurely(site + address, browser!, port, slower);
    ({ environment } = report);
    if (given !== null || slowerThan(environment.benchmarkIndex) === slower) reports.push(report);
  }
  if (reports.length < rounds)
    throw new Error('the machine changes its speed all the time: measure on a quiet one, or say --slower');
  return reports;
}

const pages = [];
for (const [page, address] of Object.entries({
  home: '/home',
  list: '/lot-list',
  card: `/lot-view/${lot}`,
  room: `/game-view/${lot}`,
  ...(person ? { cabinet: '/profile/messages' } : {}),
})) {
  const port = page === 'cabinet' && person ? person.port : null;
  const reports = await roundsOf(address, port);
  const all = reports.map(scoresOf);
  const scores = Object.fromEntries(
    KINDS.map((kind) => [kind, median(all.map((one) => one[kind]))]),
  ) as Scores;
  const met = KINDS.every((kind) => scores[kind] >= TARGET);
  const lost = [...new Set(reports.flatMap(losses))];
  const processor = {
    score: median(reports.map(byProcessorTime)),
    blockedMs: median(reports.map((each) => each.blockedMs)),
  };
  const indexes = reports.map(({ environment }) => Math.round(environment.benchmarkIndex));
  const slower = reports.map((each) => each.slower);
  pages.push({ page, address, indexes, slower, scores, met, processor, rounds: all, lost });
  console.log(
    `${page.padEnd(7)} (index ${indexes.join(' ')}, phone ${slower.join(' ')} times slower; ${processor.score} by processor time, ${processor.blockedMs.toFixed(0)} ms blocked) ${KINDS.map((kind) => `${kind} ${scores[kind]}`).join(' · ')} ${met ? '' : `(below ${TARGET})`}`,
  );
  for (const loss of lost) console.log(`      ${loss}`);
}
await person?.close();
if (values.json) console.log(JSON.stringify({ target: TARGET, pages }));
process.exitCode = pages.every(({ met }) => met) ? 0 : 1;
