import { afterEach, describe, expect, it, vi } from 'vitest';
import { fired } from '../fixtures/fault.ts';
import type { CoreProcess } from '../fixtures/core-process.ts';
import { practiceTerms } from '../fixtures/scripted-room.ts';
import { eventually } from '../fixtures/services.ts';
import { startFaultFixture, type FaultFixture } from '../fixtures/fault-fixture.ts';

const PARTITIONS = 8;
const PEOPLE = Array.from({ length: 16 }, (_, i) => `p${i + 1}`);
/** One in each partition. */
const LOTS = Array.from({ length: PARTITIONS }, (_, i) => i + 1);

let fixture: FaultFixture;
afterEach(() => fixture.close());
vi.setConfig({ testTimeout: 120_000 });

const counts = (processes: readonly CoreProcess[]) => processes.map((one) => one.owned());
const shared = (processes: readonly CoreProcess[], least: number, most: number) =>
  eventually(
    () => {
      const owned = counts(processes);
      const all = owned.reduce((sum, one) => sum + one, 0) === PARTITIONS;
      return all && owned.every((one) => one >= least && one <= most);
    },
    `shares of ${least} to ${most}`,
    30_000,
  );

const slowestSince = (sinceMs: number) =>
  Math.max(
    ...fixture.load.operations
      .filter(({ sentAt }) => sentAt >= sinceMs)
      .map(({ sentAt, answeredAt }) => answeredAt - sentAt),
  );

const rooms = () => LOTS.map((lotId) => fixture.load.rooms.peek(lotId)?.view);

describe('journals', () => {
  it('F32 join and leave in order under bids: each owns its share, no bid is held and no room is touched', async (ctx) => {
    fixture = await startFaultFixture({ partitions: PARTITIONS });
    const { load, journal } = fixture;
    await Promise.all(LOTS.map((lotId) => load.open(practiceTerms(lotId), PEOPLE)));
    load.start(PEOPLE, LOTS);
    await load.more(1_000);
    const usual = slowestSince(0);
    const second = await fixture.start('second', ['journal']);
    const before = rooms();
    const since = performance.now();
    await shared([journal, second], 4, 4);
    await load.more(300, 'accepted');
    const third = await fixture.start('third', ['journal']);
    await shared([journal, second, third], 2, 3);
    await load.more(300, 'accepted');
    await journal.leave();
    await shared([second, third], 4, 4);
    await load.more(300, 'accepted');
    const slowest = slowestSince(since);
    await load.stop();
    fixture.say(
      `joined and left in order, slowest answer ${Math.round(slowest)} ms, before ${Math.round(usual)} ms:`,
    );
    fired(ctx, 'F32', 4 + 2 + 3);
    expect(load.tally).not.toHaveProperty('held');
    expect(load.tally).not.toHaveProperty('unknown');
    expect(rooms().map((view) => view?.epoch)).toEqual(before.map((view) => view?.epoch));
    for (const view of rooms()) expect(view?.events.map(({ kind }) => kind)).not.toContain('deadlineMoved');
    for (const process of [second, third])
      expect(process.counts()).toMatchObject({ chainBreaks: 0, rebuiltLots: 0, redisLosses: 0 });
    expect(await load.violations(LOTS)).toEqual([]);
  });

  it('F32 killed under bids: the others take its share over within 3 s, time after time', async (ctx) => {
    fixture = await startFaultFixture({ partitions: PARTITIONS });
    const { load, journal } = fixture;
    await Promise.all(LOTS.map((lotId) => load.open(practiceTerms(lotId), PEOPLE)));
    const second = await fixture.start('second', ['journal']);
    await shared([journal, second], 4, 4);
    load.start(PEOPLE, LOTS);
    await load.more(300);
    await fixture.catchInFlight(() => second.kill());
    const killedAt = performance.now();
    await journal.until(({ owned }) => owned() === PARTITIONS, 'everything is taken over');
    expect(performance.now() - killedAt).toBeLessThan(3_000);
    await load.more(300, 'accepted');
    const third = await fixture.start('third', ['journal']);
    await load.more(300, 'accepted');
    await fixture.catchInFlight(() => journal.kill());
    await third.until(({ owned }) => owned() === PARTITIONS, 'everything is taken over again');
    await load.more(300, 'accepted');
    await load.stop();
    fixture.say('killed:');
    fired(ctx, 'F32', 2);
    expect(await load.violations(LOTS)).toEqual([]);
  });
});
