import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { randomUUID } from 'node:crypto';
import type { Browser, Page } from '@playwright/test';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { runMonitorCommand } from '#server/domains/trade/signed-records/monitor-command.ts';
import { codeInPdf } from '#shared/trust/code-in-pdf.ts';
import { callServer } from '../fixtures/app.ts';
import { publishTestLot } from '../fixtures/lots.ts';
import { peopleOf } from '../fixtures/platform-people.ts';
import { startPlatform, type PlatformProcess } from '../fixtures/platform-process.ts';
import { eventually, testDatabase, testRedis, type TestDatabase } from '../fixtures/services.ts';
import { PEOPLE, protocolsOf } from '../fixtures/protocols.ts';
import { chromiumPath, launchBrowser } from './fixtures/browser.ts';

/** A stranger's check: files from the site, the saved page, and no network. */
describe.skipIf(!chromiumPath)('/verify, opened from a disk with the network off', () => {
  const redis = testRedis();
  let database: TestDatabase;
  let platform: PlatformProcess;
  let people: ReturnType<typeof peopleOf>;
  let browser: Browser;
  let folder: string;
  let page: Page;
  const errors: string[] = [];
  const requests: string[] = [];
  const file = (name: string) => path.join(folder, name);

  beforeAll(async () => {
    database = await testDatabase();
    [platform, browser] = await Promise.all([startPlatform({ database, redis }), launchBrowser()]);
    people = peopleOf(redis, () => database);
    folder = await mkdtemp(path.join(tmpdir(), 'savdo-verify-'));
    const lotId = await publishTestLot(database, { opensInMs: -7_200_000, lengthMs: 3_600_000 });
    // Asked of the database: asking the site again and again soon is asking too often.
    await eventually(async () => {
      const { rowCount } = await database.pool.query('select 1 from signed_statement where lot_id = $1', [
        lotId,
      ]);
      return rowCount;
    }, 'the signed head of the finished room');
    const answer = await fetch(`${platform.url}/api/shop/game-view/log/${lotId}`);
    if (!answer.ok) throw new Error(`the log was answered with ${answer.status}`);
    const log = await answer.text();
    const personId = randomUUID();
    const { cookie } = await people.signIn({ personId, name: 'Barno', roles: ['buyer'] });
    await database.pool.query(
      `insert into auction_attempt (lot_id, person, bid_id, command, amount_tiyin, verdict, reason, seq, received_at, decided_at)
       values ($1, $2, 'late-bid-0001', 'place', 100, 'refused', 'closed', 1, now(), now())`,
      [lotId, personId],
    );
    const { body } = await callServer(
      platform.url,
      'GET',
      `/api/shop/game-view/receipt/${lotId}/late-bid-0001`,
      { cookie },
    );
    const receipt = JSON.stringify(body);
    await writeFile(file('log.jsonl'), log);
    await writeFile(file('receipt.json'), receipt);
    await writeFile(file('edited.json'), receipt.replace('"closed"', '"held"'));
    await writeFile(file('shortened.jsonl'), log.replace(/,\{"seq":2.*?\}(?=[,\]])/, ''));
    await writeFile(file('other.txt'), 'just words');
    const protocols = protocolsOf(database, (id) => (id === personId ? PEOPLE.anvar! : null));
    const sale = { lotId, cause: 'hammer', priceTiyin: 7_500_000_00, winnerPersonId: personId } as const;
    const number = await protocols.record({ ...sale, winnerNumber: 17, endedAt: new Date() });
    const ofProtocol = async (kind: string) => {
      const address = `${platform.url}/api/shop/lot-protocols/${kind}/${number}`;
      const got = await fetch(address, { headers: { cookie } });
      if (!got.ok) throw new Error(`${kind} was answered with ${got.status}`);
      return Buffer.from(await got.arrayBuffer());
    };
    await writeFile(file('protocol.pdf'), await ofProtocol('file'));
    const svg = (await ofProtocol('code')).toString();
    await writeFile(file('code.svg'), svg);
    // What a person has who took a picture of their screen.
    const screen = await browser.newPage({ viewport: { width: 900, height: 700 } });
    await screen.setContent(
      `<body style="background:#dde"><h1>Bayonnoma ${number}</h1><div style="width:320px;margin:40px 200px">${svg}</div></body>`,
    );
    await screen.screenshot({ path: file('screenshot.png') });
    await screen.close();
    await writeFile(file('verify.html'), await (await fetch(`${platform.url}/verify?lang=en`)).text());

    const context = await browser.newContext({ offline: true });
    page = await context.newPage();
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    page.on('request', (request) => requests.push(request.url()));
    await page.goto(pathToFileURL(file('verify.html')).href);
  });
  afterAll(async () => {
    await browser?.close();
    await people?.close();
    await platform?.stop();
    await database?.close();
    await rm(folder, { recursive: true });
  });

  const check = async (...names: string[]) => {
    await page.locator('input[type="file"]').setInputFiles(names.map(file));
    await page
      .locator('article')
      .nth(names.length - 1)
      .waitFor();
    const cards = await page.locator('article').all();
    return Promise.all(
      cards.map(async (card) => [await card.getAttribute('data-proven'), await card.innerText()] as const),
    );
  };

  it('proves a receipt and the log of its lot, and that both tell one history', async () => {
    const [log, receipt] = await check('log.jsonl', 'receipt.json');
    expect(log).toEqual(['true', expect.stringContaining('The log is genuine, complete and unchanged.')]);
    expect(receipt).toEqual(['true', expect.stringContaining('Refused: the auction was closed')]);
    expect(receipt![1]).toContain('The log that you gave agrees');
    expect(receipt![1]).toContain('Not proven: that the rules were applied rightly.');
  });

  it('proves a protocol by its PDF, the drawn code and a screenshot of it, in force as of the day the page was saved', async () => {
    const results = await check('protocol.pdf', 'code.svg', 'screenshot.png');
    for (const [proven, said] of results) {
      expect(proven).toBe('true');
      expect(said).toContain('The protocol is genuine: the operator signed exactly this.');
      for (const fact of ['7,500,000.00 UZS', 'A*** B***', 'Sale at the auction', 'in force as of'])
        expect(said).toContain(fact);
    }
    const code = await codeInPdf(Uint8Array.from(await readFile(file('protocol.pdf'))));
    await page.getByLabel('Text of a signed code').fill(`${code!.slice(0, 60)}7${code!.slice(61)}`);
    await page.getByRole('button', { name: 'Check the text' }).click();
    await page.getByText(/The file is damaged or incomplete|The content was changed/).waitFor();
    await page.getByLabel('Text of a signed code').fill(code!);
    await page.getByRole('button', { name: 'Check the text' }).click();
    await page.getByText('The protocol is genuine').waitFor();
  });

  it('reads the code of a protocol through the camera', async () => {
    // What the camera sees: the screen, without a code at first.
    const screen = await readFile(file('screenshot.png'));
    const empty = await sharp(screen).flatten().blur(60).jpeg().toBuffer();
    const shown = await sharp(screen).flatten().jpeg({ quality: 95 }).toBuffer();
    await writeFile(file('camera.mjpeg'), Buffer.concat([empty, empty, ...Array<Buffer>(60).fill(shown)]));
    const seeing = await launchBrowser([
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${file('camera.mjpeg')}`,
    ]);
    onTestFinished(() => seeing.close());
    const context = await seeing.newContext({ offline: true });
    const saved = await context.newPage();
    await saved.goto(pathToFileURL(file('verify.html')).href);
    await saved.getByRole('button', { name: 'Scan with the camera' }).click();
    await saved.getByText('The protocol is genuine: the operator signed exactly this.').waitFor();
    expect(await saved.locator('article').innerText()).toContain('7,500,000.00 UZS');
    // The camera is closed with the first code.
    expect(await saved.locator('video').count()).toBe(0);
    await saved.getByRole('button', { name: 'Scan with the camera' }).waitFor();
  });

  it('says what to do instead where there is no camera', async () => {
    await page.getByRole('button', { name: 'Scan with the camera' }).click();
    await page.getByRole('alert').getByText('The camera cannot be used here.').waitFor();
  });

  it('refuses what was edited or shortened, and any other file', async () => {
    const [edited, shortened, other] = await check('edited.json', 'shortened.jsonl', 'other.txt');
    expect(edited).toEqual(['false', expect.stringContaining('The content was changed')]);
    expect(shortened).toEqual(['false', expect.stringContaining('The log was changed, shortened')]);
    expect(other).toEqual(['false', expect.stringContaining('no protocol, receipt or log')]);
  });

  it('says it in four languages, on a phone too', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    for (const [name, words] of [
      ['Русский', 'Содержание изменено'],
      ['Oʻzbekcha', 'Mazmuni oʻzgartirilgan'],
      ['Ўзбекча', 'Мазмуни ўзгартирилган'],
      ['English', 'The content was changed'],
    ] as const) {
      await page.getByRole('button', { name, exact: true }).click();
      await page.getByText(words).waitFor();
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    if (process.env.LOOK_AT)
      await page.screenshot({ path: path.join(process.env.LOOK_AT, 'verify-390.png'), fullPage: true });
    await check('log.jsonl', 'receipt.json');
    await page.setViewportSize({ width: 1440, height: 900 });
    if (process.env.LOOK_AT)
      await page.screenshot({ path: path.join(process.env.LOOK_AT, 'verify-1440.png'), fullPage: true });
  });

  it('is beside a log that a monitor follows', async () => {
    const said = { out: '', err: '' };
    const out = { line: (line: string) => (said.out += line), error: (line: string) => (said.err += line) };
    const state = file('monitor.json');
    expect(await runMonitorCommand([platform.url, '--state', state], out)).toBe(0);
    // The head of the room, the protocol, and a block of what was committed at least.
    expect(said).toEqual({ out: expect.stringMatching(/: ([3-9]|\d\d+) entries, \1 of them new/), err: '' });
    expect(await runMonitorCommand([platform.url, '--state', state], out)).toBe(0);
  });

  it('asks for nothing but itself', () => {
    expect(errors).toEqual([]);
    // A picture that was given is read from the page's own memory.
    expect(requests.filter((url) => !/^(?:file|blob):/.test(url))).toEqual([]);
  });
});
