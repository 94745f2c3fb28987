import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCheckFlagsCommand } from '#server/domains/staff/anomaly-flags/check-flags/check-flags-command.ts';
import { recordedData } from '../fixtures/recorded-data.ts';

const RECORDED = recordedData('auction-histories/english-overtime-2021-2022.jsonl');

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'savdo-flags-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function run(...args: string[]) {
  const lines: string[] = [];
  const errors: string[] = [];
  const out = {
    line: (text: string) => void lines.push(text),
    error: (text: string) => void errors.push(text),
  };
  return { code: await runCheckFlagsCommand(args, out), text: lines.join('\n'), errors };
}
const file = (name: string, text: string) => {
  const at = path.join(folder, name);
  writeFileSync(at, text);
  return at;
};
const record = (more: object = {}) =>
  JSON.stringify({
    startPrice: 100,
    opensAt: 1_000,
    rules: { increment: { kind: 'percentOfCurrent', percent: 2 } },
    bids: [{ bidder: 'a', amount: 100 }],
    expected: { winner: 'a', price: 100, closesAt: 2_000 },
    ...more,
  });

describe('check-flags', () => {
  it('prints its seed, precision and recall for plain and hiding rings, and what honest auctions get', async () => {
    const first = await run('--seed', '7');
    expect(first.code).toBe(0);
    expect(first.text).toMatch(/^seed 7\n/);
    const [plain = '', hiding = ''] = ['plain rings', 'rings that hide'].map(
      (title) =>
        first.text.split('\n').find((_, at, all) => all[at - 1]?.startsWith(`${title}: 12 rings`)) ?? '',
    );
    for (const line of [plain, hiding])
      expect(line).toMatch(/all signs: precision .+ recall .+ of 12\), false \d+/);
    const recall = (line: string) => Number(/recall [\d.]+ % \((\d+) of 12\)/.exec(line)?.[1]);
    expect(recall(plain)).toBeGreaterThanOrEqual(6);
    expect(recall(plain)).toBeGreaterThan(recall(hiding) - 1);
    const honest = /honest synthetic auctions: flagged [\d.]+ % \((\d+) of 1200\): pair (\d+)/.exec(
      first.text,
    );
    expect(Number(honest?.[1])).toBeLessThanOrEqual(60);
    expect(Number(honest?.[2])).toBe(0);
    expect((await run('--seed', '7')).text).toBe(first.text);
    expect((await run('--seed', '8')).text).not.toBe(first.text);
  });

  it('reads recorded auctions, in any order', async () => {
    const { text, code } = await run(
      '--recorded',
      file('some.jsonl', `${record()}\n\n${record({ opensAt: 5 })}\n`),
    );
    expect(code).toBe(0);
    expect(text).toContain('recorded auctions: flagged 0.0 % (0 of 2): pair 0, jump 0, never-wins 0');
  });

  it.each([
    ['an option that does not exist', ['--sed', '1'], /usage/],
    ['a seed that is no number', ['--seed', 'x'], /usage/],
    ['a file that is not there', ['--recorded', '/nowhere/a.jsonl'], /\/nowhere\/a\.jsonl/],
  ])('refuses %s', async (_, args, message) => {
    const { code, errors } = await run(...args);
    expect([code, errors[0]]).toEqual([2, expect.stringMatching(message)]);
  });

  it('names the line that is no recorded auction', async () => {
    for (const bad of ['{', record({ bids: [{ bidder: 'a', amount: 'much' }] })]) {
      const at = file('bad.jsonl', `${record()}\n${bad}\n`);
      expect((await run('--recorded', at)).errors[0]).toMatch(/bad\.jsonl:2/);
    }
  });

  it.skipIf(RECORDED === null)('flags at most 7 of 360 recorded honest auctions', async () => {
    const { text } = await run('--recorded', RECORDED ?? '');
    const [, flagged, all] = /recorded auctions: flagged [\d.]+ % \((\d+) of (\d+)\)/.exec(text) ?? [];
    expect(Number(flagged) / Number(all)).toBeLessThanOrEqual(7 / 360);
  });
});
