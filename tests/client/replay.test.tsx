import { webcrypto } from 'node:crypto';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ChainedEntry, PublicLog } from '#shared/trust/public-log.ts';
import { ReplayOfLot } from '#client/features/site/lots/result/replay-of-lot.tsx';
import {
  instantInAddress,
  instantOfAddress,
  reachedAt,
  stepFrom,
  timelineOf,
} from '#client/features/site/lots/result/replay/timeline.ts';
import { play } from '#client/features/site/lots/result/replay/use-player.ts';
import { startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import { KNOWN_ROOMS, playedRoom, publicLog } from '../fixtures/room-logs.ts';
import { serve, show } from './page.tsx';

/** The log of the known room in which this happened. */
async function logWith(is: (entry: ChainedEntry) => boolean): Promise<PublicLog> {
  for (const room of KNOWN_ROOMS) {
    const log = JSON.parse(await publicLog(playedRoom(room))) as PublicLog;
    if (log.entries.some(is)) return log;
  }
  throw new Error('no known room has such an entry');
}
const late = () => logWith((entry) => entry.kind === 'price' && entry.extended);
const paused = () => logWith((entry) => entry.kind === 'suspended' && entry.cause === 'staff');
const withoutPrice = async () => {
  const log = await late();
  return { ...log, entries: log.entries.filter(({ kind }) => kind !== 'price') };
};

const ADDRESS = 'GET /api/shop/game-view/log/7';

function open(log: unknown, at = '/lot-result/7?t=0') {
  const answers = { [ADDRESS]: { body: log } };
  const asked = serve(answers);
  show(<ReplayOfLot lotId={7} />, at);
  return { asked, answers };
}
const priceShown = () => screen.getByTestId('replay-price').getAttribute('data-price');
const slider = () => screen.findByRole('slider', { name: 'Instant of the auction' });

beforeEach(async () => {
  // The one of jsdom has no digest.
  vi.stubGlobal('crypto', webcrypto);
  await startI18n();
  await switchLanguage('en');
});

describe('the timeline of a log', () => {
  it('has the price, the leader and the end as they were at each instant', async () => {
    const log = await late();
    const timeline = timelineOf(log);
    const prices = log.entries.filter((entry) => entry.kind === 'price');
    for (const [at, price] of prices.entries()) {
      const before = timeline.frames[reachedAt(timeline, price.atUs - 1) - 1];
      expect(before?.priceTiyin).toBe(prices[at - 1]?.amountTiyin ?? null);
      expect(timeline.frames[reachedAt(timeline, price.atUs) - 1]).toMatchObject({
        priceTiyin: price.amountTiyin,
        leader: price.number,
        deadlineUs: price.deadlineUs,
      });
    }
    expect(timeline.frames.at(-1)).toMatchObject({
      priceTiyin: log.head.statement.priceTiyin,
      leader: log.head.statement.winnerNumber,
      extensions: log.head.statement.extensions,
    });
    expect(timeline.marks.filter(({ kind }) => kind === 'overtime')).toHaveLength(
      log.head.statement.extensions,
    );
  });

  it('has pauses from their beginning to their end, with their reason', async () => {
    const log = await paused();
    const { marks, frames } = timelineOf(log);
    const suspended = log.entries.find(({ kind }) => kind === 'suspended');
    const resumed = log.entries.find(({ kind }) => kind === 'resumed');
    expect(marks[0]).toEqual({
      kind: 'pause',
      seq: suspended?.seq,
      atUs: suspended?.atUs,
      untilUs: resumed?.atUs,
      cause: 'staff',
      reason: 'a fault',
    });
    expect(frames.filter(({ pause }) => pause).map(({ entry }) => entry.kind)).toEqual(['suspended']);
    expect(marks[1]).toMatchObject({ kind: 'moved', cause: 'staff', reason: 'a fault' });
  });

  it('goes through every change by steps, there and back, and stays within the auction', async () => {
    const timeline = timelineOf(await late());
    const { fromUs, toUs, frames } = timeline;
    const instants = [...new Set(frames.map(({ entry }) => Math.max(fromUs, entry.atUs)))];
    const walk = (from: number, to: 'next' | 'previous') => {
      const seen = [from];
      for (let at = from; seen.length < instants.length; seen.push(at)) at = stepFrom(timeline, at, to);
      return seen;
    };
    expect(walk(fromUs, 'next')).toEqual(instants);
    expect(walk(toUs, 'previous')).toEqual(instants.toReversed());
    expect(stepFrom(timeline, toUs, 'next')).toBe(toUs);
    expect(stepFrom(timeline, fromUs, 'previous')).toBe(fromUs);
  });

  it('names an instant in the address so that the entry at it is reached', async () => {
    const timeline = timelineOf(await late());
    const { fromUs, toUs } = timeline;
    const odd = { ...timeline, fromUs: fromUs - 123 };
    for (const { entry } of timeline.frames.filter((frame) => frame.entry.atUs >= fromUs))
      expect(
        instantOfAddress(odd, instantInAddress(odd, entry.atUs)) - Math.min(entry.atUs, toUs),
      ).toBeGreaterThanOrEqual(0);
    expect(instantOfAddress(timeline, null)).toBe(fromUs);
    expect(instantOfAddress(timeline, 'soon')).toBe(fromUs);
    expect(instantOfAddress(timeline, '-5')).toBe(fromUs);
    expect(instantOfAddress(timeline, '1e99')).toBe(toUs);
  });

  it('stops at the end, and begins with the opening when played from there', async () => {
    const timeline = timelineOf(await late());
    const { fromUs, toUs } = timeline;
    const playing = play(timeline, { atUs: fromUs, playing: false }, { kind: 'play' });
    expect(play(timeline, playing, { kind: 'tick', us: 5 })).toEqual({ atUs: fromUs + 5, playing: true });
    const end = play(timeline, playing, { kind: 'tick', us: 1e12 });
    expect(end).toEqual({ atUs: toUs, playing: false });
    expect(play(timeline, end, { kind: 'play' })).toEqual({ atUs: fromUs, playing: true });
  });
});

describe('the replay', () => {
  it('asks for nothing until it is wanted', async () => {
    const { asked } = open(await late(), '/lot-result/7');
    expect(asked).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Watch the auction again' }));
    expect(await screen.findByTestId('replay-play')).toBeVisible();
    expect(asked.map(({ path }) => path)).toEqual(['/api/shop/game-view/log/7']);
  });

  it('checks the chain as far as it is played, and says at the end that the log is whole', async () => {
    const log = await late();
    const total = log.entries.length;
    open(log);
    const bar = await slider();
    const opened = reachedAt(timelineOf(log), timelineOf(log).fromUs);
    const says = (count: number) => `Entries verified: ${count} of ${total}.`;
    await waitFor(() => expect(screen.getByTestId('replay-check')).toHaveTextContent(says(opened)));
    fireEvent.keyDown(bar, { key: 'End' });
    await waitFor(() =>
      expect(screen.getByTestId('replay-check')).toHaveTextContent(`${says(total)} The log is whole.`),
    );
    expect(priceShown()).toBe(String(log.head.statement.priceTiyin));
    fireEvent.keyDown(bar, { key: 'Home' });
    expect(priceShown()).toBe('');
    expect(screen.getByTestId('replay-check')).toHaveTextContent(says(total));
  });

  it('shows the opened maxima once it is over, each ticked against the seal in the log', async () => {
    const log = await logWith(({ kind }) => kind === 'autoSet');
    const [first] = log.maxima;
    open(log);
    const bar = await slider();
    expect(screen.queryByTestId('replay-maxima')).toBeNull();
    fireEvent.keyDown(bar, { key: 'End' });
    expect((await screen.findByText(/fits its seal/)).textContent).toContain('43.21');
    expect(first).toMatchObject({ maximumTiyin: 4_321 });
    cleanup();
    open({ ...log, maxima: [{ ...first, maximumTiyin: 4_320 }] });
    fireEvent.keyDown(await slider(), { key: 'End' });
    expect(await screen.findByText(/does not fit its seal/)).toBeVisible();
    expect(await screen.findByRole('alert')).toHaveTextContent(
      `Entry ${first!.seq} of the log does not match`,
    );
  });

  it('says why maxima of a room without a result stay sealed', async () => {
    const { rules, commands } = KNOWN_ROOMS[0]!;
    const command = { kind: 'withdraw', reason: 'a court' } as const;
    open(
      JSON.parse(await publicLog(playedRoom({ rules, commands: [...commands, { afterUs: 1, command }] }))),
    );
    fireEvent.keyDown(await slider(), { key: 'End' });
    expect(await screen.findByText(/the maximums stay sealed/)).toBeVisible();
  });

  it('says which entry of a changed log does not match', async () => {
    const log = await late();
    const changed = log.entries.findIndex(({ kind }) => kind === 'price');
    open({
      ...log,
      entries: log.entries.map((entry, at) => (at === changed ? { ...entry, number: 99 } : entry)),
    });
    fireEvent.keyDown(await slider(), { key: 'End' });
    expect(await screen.findByRole('alert')).toHaveTextContent(
      `Entry ${changed + 1} of the log does not match`,
    );
    expect(screen.getByTestId('replay-check')).toHaveTextContent(`Entries verified: ${changed} of`);
  });

  it('plays to the end by itself at sixty times the speed, and keeps the instant in the address', async () => {
    const log = await late();
    open(log);
    await slider();
    await userEvent.click(screen.getByRole('button', { name: '60×' }));
    await userEvent.click(screen.getByRole('button', { name: 'Play' }));
    expect(screen.getByRole('button', { name: 'Pause' })).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Play' })).toBeVisible();
    expect(screen.getByTestId('replay-entry')).toHaveTextContent('The auction closed.');
    const timeline = timelineOf(log);
    await waitFor(() =>
      expect(screen.getByTestId('address')).toHaveTextContent(
        `/lot-result/7?t=${instantInAddress(timeline, timeline.toUs)}`,
      ),
    );
  });

  it('opens at the instant of a link', async () => {
    const log = await late();
    const timeline = timelineOf(log);
    const second = log.entries.filter((entry) => entry.kind === 'price')[1]!;
    open(log, `/lot-result/7?t=${instantInAddress(timeline, second.atUs)}`);
    await slider();
    expect(priceShown()).toBe(String(second.amountTiyin));
    expect(screen.getByTestId('replay-leader')).toHaveTextContent(`Participant ${second.number}`);
  });

  it('says that the room is paused and why, and leads to its pauses', async () => {
    open(await paused());
    await slider();
    await userEvent.click(screen.getByRole('button', { name: /–/ }));
    expect(screen.getByRole('note')).toHaveTextContent('By the operator. Reason: a fault.');
    await userEvent.click(screen.getByRole('button', { name: 'Next step' }));
    expect(screen.queryByRole('note')).toBeNull();
  });

  it('says that there was no price', async () => {
    open(await withoutPrice());
    expect(await screen.findByText(/No price was offered/)).toBeVisible();
  });

  it('says that the log did not come, and tries again when asked', async () => {
    const { answers } = open({ some: 'page of a proxy' });
    expect(await screen.findByText('The log of the auction could not be loaded')).toBeVisible();
    answers[ADDRESS] = { body: await late() };
    await userEvent.click(screen.getByRole('button', { name: /again/i }));
    expect(await screen.findByTestId('replay-play')).toBeVisible();
  });
});
