import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { bidStorm } from '../../loadtest/bid-storm.ts';
import { countedAnswers } from '../../loadtest/lib/counted-answers.ts';
import type { Outcome } from '../../loadtest/lib/bots.ts';
import { historyOf, openMsOf, speedUp } from '../../loadtest/lib/histories.ts';
import { brokenInvariants } from '../../loadtest/lib/invariants.ts';
import { Ladder, seeded } from '../../loadtest/lib/mix.ts';
import { SecondBySecond } from '../../loadtest/lib/second-by-second.ts';
import { demandAllowed } from '../../loadtest/lib/target.ts';
import { EXIT, readToolOptions, usageOf } from '../../loadtest/lib/tool-options.ts';
import { report } from '../../loadtest/lib/tool-report.ts';
import type { PublicLog } from '#shared/trust/public-log.ts';
import { PEOPLE } from '../fixtures/random-commands.ts';
import { KNOWN_ROOMS, playedRoom, publicLog } from '../fixtures/room-logs.ts';
import { transports } from '../../loadtest/transports.ts';
import { viewers } from '../../loadtest/viewers.ts';

const NUMBERS = { bots: { default: 50, min: 1, max: 100, about: 'bidders' } };
const folder = mkdtempSync(path.join(tmpdir(), 'load-tools-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const file = (text: string): string => {
  const name = path.join(folder, `${randomUUID()}.txt`);
  writeFileSync(name, text);
  return name;
};

/** What was printed while it ran. */
async function printed(stream: 'stdout' | 'stderr', run: () => Promise<number> | number) {
  const written = vi.spyOn(process[stream], 'write').mockReturnValue(true);
  try {
    const code = await run();
    return { code, text: written.mock.calls.map(([text]) => String(text)).join('') };
  } finally {
    written.mockRestore();
  }
}

describe('the answers a throughput counts', () => {
  const answers = [
    { word: 'accepted', isVerdict: true, times: 7 },
    { word: 'below-suggested', isVerdict: true, times: 50 },
    { word: 'held', isVerdict: true, times: 900 },
    { word: 'suspended', isVerdict: true, times: 800 },
    { word: 'rate-limited', isVerdict: false, times: 4 },
    { word: 'not-understood', isVerdict: false, times: 3 },
  ];

  it('are accepted bids alone where all are meant to be accepted', () => {
    expect(countedAnswers(answers, 100)).toBe(7);
    expect(countedAnswers(answers.slice(1), 100)).toBe(0);
  });

  it('are those that were judged in a mix: a held room answers fast and judges nothing', () => {
    expect(countedAnswers(answers, 10)).toBe(57);
  });
});

describe('arguments of a tool', () => {
  it('are rooms of the core alone, or lots of a server', () => {
    expect(readToolOptions(['--rooms', '3'], NUMBERS)).toMatchObject({ url: null, lots: [1, 2, 3] });
    expect(readToolOptions(['--url', 'http://localhost:3000/', '--lots', '12,13'], NUMBERS)).toMatchObject({
      url: 'http://localhost:3000',
      lots: [12, 13],
      json: false,
      numbers: { bots: 50 },
    });
  });

  it.each([
    [['--bots', '0'], '--bots is a whole number from 1 to 100'],
    [['--bots', '1.5'], '--bots is a whole number'],
    [['--bots', 'many'], '--bots is a whole number'],
    [['--wings', '2'], "Unknown option '--wings'"],
    [['--url', 'localhost:3000', '--lots', '1'], '--url is an address such as'],
    [['--url', 'http://localhost:3000'], '--url needs --lots'],
    [['--lots', '1'], 'the core alone has --rooms'],
    [['--url', 'http://localhost:3000', '--lots', '1,x'], '--lots are numbers'],
    [['--url', 'https://savdo.example', '--lots', '1'], 'another machine'],
    [['--sessions', '/nowhere'], 'ENOENT'],
  ])('%j is refused', (argv, why) => {
    expect(() => readToolOptions(argv, NUMBERS)).toThrow(why);
  });

  it('take people, sessions and tokens from files, without empty lines and remarks', () => {
    const people = file('# bots\n+998900000101 secret-1\n\n+998900000102\tsecret-2\n');
    expect(readToolOptions(['--people', people], NUMBERS).people).toEqual([
      { login: '+998900000101', password: 'secret-1' },
      { login: '+998900000102', password: 'secret-2' },
    ]);
    const given = ['--sessions', file('a=1\n\nb=2\n'), '--tokens', file('savdo_x\n')];
    expect(readToolOptions(given, NUMBERS).sessions).toEqual([
      { cookie: 'a=1' },
      { cookie: 'b=2' },
      { authorization: 'Bearer savdo_x' },
    ]);
    expect(() => readToolOptions(['--people', file('+998900000101\n')], NUMBERS)).toThrow(
      'a login and a password',
    );
  });

  it('another machine is loaded only when that is said', () => {
    const argv = ['--url', 'https://savdo.example', '--lots', '1', '--allow-remote'];
    expect(readToolOptions(argv, NUMBERS).url).toBe('https://savdo.example');
  });

  it('and where its operator allows it', async () => {
    let allowed = false;
    const server = createHttpServer((_req, res) =>
      res.setHeader('content-type', 'application/json').end(JSON.stringify({ loadTestsAllowed: allowed })),
    ).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await expect(demandAllowed(url)).rejects.toThrow('its operator sets LOAD_TESTS=allowed');
    allowed = true;
    await expect(demandAllowed(url)).resolves.toBeUndefined();
    server.close();
  });

  it('are all named by the usage, with their bounds', () => {
    const usage = usageOf({ name: 'a-tool', takes: 'FILE…', about: 'what it does', numbers: NUMBERS });
    expect(usage).toContain('a-tool FILE…: what it does');
    expect(usage).toContain('--bots N            bidders (50; 1 to 100)');
    for (const option of [
      '--rooms',
      '--url',
      '--lots',
      '--tokens',
      '--sessions',
      '--people',
      '--allow-remote',
      '--json',
    ])
      expect(usage).toContain(option);
  });
});

describe('a tool', () => {
  it('given something wrong prints its options and ends with 2', async () => {
    const { code, text } = await printed('stderr', () => viewers(['--viewers', '0']));
    expect(code).toBe(EXIT.arguments);
    expect(text).toMatch(/^--viewers is a whole number from 1 to 20000\n\nviewers: /);
  });

  it('asked for help prints its options and ends with 0', async () => {
    const { code, text } = await printed('stdout', () => bidStorm(['--help']));
    expect(code).toBe(EXIT.held);
    expect(text).toContain('--kill N');
  });

  it('says in a sentence that no one answers, and ends with 3', async () => {
    const gone = createServer().listen(0, '127.0.0.1');
    await once(gone, 'listening');
    const url = `http://127.0.0.1:${(gone.address() as AddressInfo).port}`;
    gone.close();
    await once(gone, 'close');
    const { code, text } = await printed('stderr', () => viewers(['--url', url, '--lots', '1']));
    expect(code).toBe(EXIT.notRun);
    expect(text).toBe(`viewers: no one answers at ${url} (ECONNREFUSED)\n`);
  });

  it('storms no real room without people who may bid', async () => {
    const argv = ['--url', 'http://127.0.0.1:9', '--lots', '1'];
    const { code, text } = await printed('stderr', () => bidStorm(argv));
    expect(code).toBe(EXIT.notRun);
    expect(text).toContain('--people, --tokens or --sessions');
  });

  it('that starts what it measures takes no running server', async () => {
    const argv = ['--url', 'http://127.0.0.1:9', '--lots', '1'];
    const { code, text } = await printed('stderr', () => transports(argv));
    expect(code).toBe(EXIT.notRun);
    expect(text).toBe('transports: the web processes compared are started here: no --url\n');
  });

  it('prints a line for each figure, or one object, and ends with 1 when something did not hold', async () => {
    const shown = { html: null, called: [], stop: new AbortController().signal };
    const figures = { bots: 20_000, answers: { accepted: 3, closed: 1 }, age: null };
    const table = await printed('stdout', () =>
      report('a-tool', figures, ['lot 1: a gap'], { ...shown, json: false }),
    );
    expect(table.code).toBe(EXIT.broken);
    expect(table.text).toContain('bots                    20 000\n');
    expect(table.text).toContain('answers                 accepted 3, closed 1\n');
    expect(table.text).toContain('BROKEN (1): lot 1: a gap');
    const object = await printed('stdout', () => report('a-tool', figures, [], { ...shown, json: true }));
    expect(object.code).toBe(EXIT.held);
    expect(JSON.parse(object.text)).toEqual({ tool: 'a-tool', ...figures, invariants: 'held' });
  });
});

describe('the page of a run', () => {
  const page = (figures: Record<string, unknown>, broken: string[] = []) => {
    const html = path.join(folder, `${randomUUID()}.html`);
    const stop = new AbortController().signal;
    const seconds = new SecondBySecond();
    for (const [askedAt, latencyMs, word] of [
      [100, 5, 'accepted'],
      [900, 7, 'closed'],
      [2_300, 9, 'accepted'],
    ] as const)
      seconds.add(askedAt, latencyMs, word);
    report(
      'a-tool',
      figures,
      broken,
      { json: true, html, called: ['--tokens', 't.txt'], stop },
      seconds.seconds(),
    );
    return readFileSync(html, 'utf8');
  };

  it('has every figure, a chart of bars for each group of numbers, and lines from second to second', async () => {
    let html = '';
    await printed('stdout', () => {
      html = page({ bots: 20_000, 'answers <b>': { accepted: 3, closed: 1 } });
      return 0;
    });
    expect(html).toContain('npm run bench -- a-tool --tokens t.txt');
    expect(html).toContain('<th scope="row">bots</th><td>20 000</td>');
    expect(html).toContain('<figcaption>answers &lt;b&gt;</figcaption>');
    expect(html).toContain('style="width:33.3%"');
    expect(html).toContain('Every invariant held.');
    // Nothing was answered in the second second: the line of times is divided there, that of counts is not.
    expect(html.match(/<circle class="dot0"/g)).toHaveLength(2);
    expect(html.match(/<polyline class="line0"/g)).toHaveLength(1);
    expect(html).not.toMatch(/<script|https?:/);
  });

  it('says what did not hold', async () => {
    let html = '';
    await printed('stdout', () => {
      html = page({}, ['lot 1: <gap>']);
      return 0;
    });
    expect(html).toContain('<li>lot 1: &lt;gap&gt;</li>');
    expect(html).not.toContain('Every invariant held.');
  });

  it('is refused before the load where it cannot be written', () => {
    expect(() => readToolOptions(['--html', path.join(folder, 'no', 'page.html')], NUMBERS)).toThrow(
      'cannot be written',
    );
  });
});

describe('a recorded auction that a storm plays', () => {
  it('is the public log of a finished room: its offers and auto-bids, who was admitted, its last price', async () => {
    const room = playedRoom(KNOWN_ROOMS[0]!);
    const log = JSON.parse(await publicLog(room)) as PublicLog;
    const history = historyOf(JSON.stringify(log));
    const offers = log.entries.filter((entry) => entry.kind === 'price' && entry.by === 'offer');
    expect(history?.bids.filter(({ amount }) => amount !== undefined)).toHaveLength(offers.length);
    expect(history?.bids.filter(({ maximum }) => maximum !== undefined)).toHaveLength(log.maxima.length);
    expect(log.maxima.length).toBeGreaterThan(0);
    expect(history?.admitted).toEqual(PEOPLE.map((_, at) => String(at + 7)));
    expect(history?.expected?.price).toBe(room.state.priceTiyin);
    const fast = speedUp(history!, openMsOf(history!) / 100);
    expect(fast.terms.closesAfterMs).toBe(600);
    expect(fast.terms.bidders).toHaveLength(PEOPLE.length);
  });

  it('is left out where staff or an outage took part, or a day ends in the midst of it', async () => {
    const log = JSON.parse(await publicLog(playedRoom(KNOWN_ROOMS[0]!))) as PublicLog;
    const [first] = log.entries;
    const withdrawn = { ...log.head, statement: { ...log.head.statement, outcome: 'withdrawn' } };
    expect(historyOf(JSON.stringify({ ...log, head: withdrawn }))).toBeNull();
    const paused = { ...first, kind: 'suspended', cause: 'staff', reason: '', resumeAtUs: null };
    expect(historyOf(JSON.stringify({ ...log, entries: [...log.entries, paused] }))).toBeNull();
    const terms = {
      ...log.terms,
      rules: { ...log.terms.rules, overtime: { windowMs: 1, extendToMs: 1, dailyStop: 1 } },
    };
    expect(historyOf(JSON.stringify({ ...log, terms }))).toBeNull();
  });
});

describe('the amounts of a storm', () => {
  it('rise by the step of the room, from what it suggests', () => {
    const ladder = new Ladder(100, () => 0);
    ladder.learn(7, { suggestedTiyin: 1_000, priceTiyin: 900 });
    expect([ladder.next(7), ladder.next(7)]).toEqual([1_000, 1_100]);
    // Somebody else was faster.
    ladder.learn(7, { suggestedTiyin: 5_000, priceTiyin: 4_900 });
    expect(ladder.next(7)).toBe(5_000);
    // Old news change nothing.
    ladder.learn(7, { suggestedTiyin: 2_000, priceTiyin: 1_900 });
    expect(ladder.next(7)).toBe(5_100);
  });

  it('are the same for the same seed, and too low as often as asked for', () => {
    const mix = (seed: number) => {
      const ladder = new Ladder(40, seeded(seed));
      ladder.learn(1, { suggestedTiyin: 100, priceTiyin: 90 });
      return Array.from({ length: 1_000 }, () => ladder.next(1));
    };
    expect(mix(5)).toEqual(mix(5));
    expect(mix(5)).not.toEqual(mix(6));
    const low = mix(5).filter((amount) => amount === 1).length;
    expect(low).toBeGreaterThan(540);
    expect(low).toBeLessThan(660);
  });
});

describe('what is checked at the end', () => {
  const bid = (more: Partial<Outcome>): Outcome => ({
    lotId: 1,
    bidId: 'bid-1',
    amountTiyin: 100,
    word: 'accepted',
    seq: 2,
    latencyMs: 1,
    ...more,
  });
  const stored = (...prices: [seq: number, amountTiyin: number][]) =>
    new Map([[1, prices.map(([seq, amountTiyin]) => ({ seq, amountTiyin }))]]);

  it('finds nothing where every answer is stored and prices rise', () => {
    expect(
      brokenInvariants([bid({}), bid({ bidId: 'bid-2', word: 'closed', seq: 9 })], stored([2, 100])),
    ).toEqual([]);
  });

  it.each([
    ['an accepted bid that is not stored', [bid({})], stored([3, 100]), 'accepted 100 at 2 is not stored'],
    ['one stored with another amount', [bid({})], stored([2, 101]), 'accepted 100 at 2 is not stored'],
    ['a price that does not rise', [], stored([2, 100], [3, 100]), '100 at 3 after 100 at 2'],
    ['a sequence given twice', [], stored([2, 100], [2, 200]), 'sequence 2 twice'],
    [
      'an id answered twice differently',
      [bid({}), bid({ seq: 5 })],
      stored([2, 100], [5, 100]),
      'then accepted 5',
    ],
  ])('finds %s', (_, outcomes, prices, found) => {
    expect(brokenInvariants(outcomes, prices).join('\n')).toContain(found);
  });
});
