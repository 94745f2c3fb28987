import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { freePort } from './lib/free-port.ts';

/** Pinned: another version may weigh the same page differently. */
const LIGHTHOUSE = 'lighthouse@13.5.0';
const KINDS = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
type Kind = (typeof KINDS)[number];
type Scores = Record<Kind, number>;

const TARGET = 95;
const RUN_MOST_MS = 180_000;
const VISITS_BEFORE = 5;
const USUAL_BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/chromium-headless-shell',
];
const FLAGS = '--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run';

interface Report {
  categories: Record<Kind, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<
    string,
    { score: number | null; title: string; displayValue?: string; numericValue?: number }
  >;
}

const USAGE = `Lighthouse with its phone settings (a slow phone on slow 4G) on a site that runs already.

  npm start                                       # in one window
  node --import tsx loadtest/lighthouse.ts        # in another

  --url ADDRESS   the site, http://localhost:3000 by default
  --lot NUMBER    the lot whose card and room are measured; the first of the list by default
  --phone NUMBER --password WORD
                  of a person, whose messages in the cabinet are measured, too
  --rounds N      rounds a page, 5 by default: the median counts
  --json          the last line is {"pages":[{"page","scores":{…},"met"}]}`;

/**
 * One round. Rejects when Lighthouse fails or takes longer than RUN_MOST_MS.
 * @param port of a browser in which somebody is signed in; null: a browser of its own
 */
async function measure(url: string, browser: string, port: number | null): Promise<Report> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'savdo-lighthouse-'));
  const file = path.join(folder, 'report.json');
  try {
    const args = ['--yes', LIGHTHOUSE, url, '--quiet', '--output=json', `--output-path=${file}`];
    args.push(
      '--form-factor=mobile',
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
    return JSON.parse(readFileSync(file, 'utf8')) as Report;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A round; a second try where the browser lost its own trace, which says nothing of the page. */
const measureSurely = (...of: Parameters<typeof measure>): Promise<Report> =>
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

async function firstLot(site: string): Promise<number> {
  const answer = await fetch(`${site}/api/shop/shop-lots/lot-list?size=1`);
  if (!answer.ok) throw new Error(`${site} answers ${answer.status}`);
  const [lot] = ((await answer.json()) as { items: { id: number }[] }).items;
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
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(USAGE);
  process.exit(0);
}
const browser = process.env.CHROMIUM_PATH ?? USUAL_BROWSERS.find((file) => existsSync(file));
if (!browser) throw new Error('no Chromium on this machine (CHROMIUM_PATH)');
const rounds = Number(values.rounds);
if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds is a whole number from 1');
const site = values.url.replace(/\/$/, '');
const lot = values.lot ?? (await firstLot(site));

const { phone, password } = values;
const person = phone && password ? await signedIn(browser, site, { phone, password }) : null;

const pages = [];
for (const [page, address] of Object.entries({
  home: '/home',
  list: '/lot-list',
  card: `/lot-view/${lot}`,
  room: `/game-view/${lot}`,
  ...(person ? { cabinet: '/profile/messages' } : {}),
})) {
  const port = page === 'cabinet' && person ? person.port : null;
  // A server that has just started reads its own code first; that is another figure.
  for (let visit = 0; visit < VISITS_BEFORE; visit += 1)
    await fetch(site + address).then((page) => page.text());
  const reports: Report[] = [];
  for (let round = 0; round < rounds; round += 1)
    reports.push(await measureSurely(site + address, browser, port));
  const all = reports.map(scoresOf);
  const scores = Object.fromEntries(
    KINDS.map((kind) => [kind, median(all.map((one) => one[kind]))]),
  ) as Scores;
  const met = KINDS.every((kind) => scores[kind] >= TARGET);
  const lost = [...new Set(reports.flatMap(losses))];
  pages.push({ page, address, scores, met, rounds: all, lost });
  console.log(
    `${page.padEnd(5)} ${KINDS.map((kind) => `${kind} ${scores[kind]}`).join(' · ')} ${met ? '' : `(below ${TARGET})`}`,
  );
  for (const loss of lost) console.log(`      ${loss}`);
}
await person?.close();
if (values.json) console.log(JSON.stringify({ target: TARGET, pages }));
process.exitCode = pages.every(({ met }) => met) ? 0 : 1;
