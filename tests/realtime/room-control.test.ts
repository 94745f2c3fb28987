import { afterEach, describe, expect, it } from 'vitest';
import { RoomControl } from '#server/auction/live/room-control.ts';
import { AuctionRedisUnavailable } from '#server/auction/state/contract.ts';
import { COMPLETE } from '../fixtures/complete-run.ts';
import { practiceTerms } from '../fixtures/scripted-room.ts';
import { startFaultFixture, type FaultFixture } from '../fixtures/fault-fixture.ts';

let fixture: FaultFixture;
afterEach(() => fixture.close());

const NO_OVERTIME = { ...practiceTerms(1).rules, overtime: null };
const until = (atMs: number) => new Promise((resolve) => setTimeout(resolve, Math.max(0, atMs - Date.now())));

describe('a command of staff or of the business', () => {
  it('is refused for a hammer only once that is committed', async () => {
    fixture = await startFaultFixture({ partitions: 1 });
    const { load, journal } = fixture;
    const closesAtMs = Date.now() + 2_000;
    await load.open(practiceTerms(1, { closesAtMs, rules: NO_OVERTIME }), ['ann']);
    await until(closesAtMs - 200);
    journal.child.kill('SIGSTOP');
    await until(closesAtMs + 50);
    const control = new RoomControl(load.rooms, load.state);
    const asked = control.admit({ lotId: 1, person: 'bob', number: 2, limitTiyin: null });
    const early = await Promise.race([asked, until(Date.now() + 1_000).then(() => 'waits')]);
    journal.child.kill('SIGCONT');
    expect(early).toBe('waits');
    expect(await asked).toEqual({ verdict: 'refused', reason: 'closed' });
    expect((await load.repository.readLot(1))?.phase).toBe('closed');
  });

  it('whose reply was lost is found done when it is repeated, also a withdrawal', async () => {
    fixture = await startFaultFixture({ partitions: 1 });
    const { load } = fixture;
    await load.open(practiceTerms(1), ['ann']);
    let sendings = 0;
    const control = new RoomControl(load.rooms, {
      ...load.state,
      withdraw: async (c) => {
        const verdict = await load.state.withdraw(c);
        if ((sendings += 1) === 1) throw new AuctionRedisUnavailable('the reply was lost', false);
        return verdict;
      },
    });
    const done = await control.withdraw({ lotId: 1, reason: 'taken back' });
    expect(done).toMatchObject({ verdict: 'done' });
    expect(sendings).toBe(2);
    // Redis has lost the room, which is loaded no more: the committed outcome answers.
    await load.state.forget(1);
    expect(await control.withdraw({ lotId: 1, reason: 'taken back' })).toEqual(done);
    expect(await control.resume({ lotId: 1 })).toEqual({ verdict: 'refused', reason: 'closed' });
  });

  it.runIf(COMPLETE)(
    'whose outcome is unknown is not called undone by a room that is held afterwards',
    async () => {
      fixture = await startFaultFixture({ partitions: 1 });
      const { load } = fixture;
      await load.open(practiceTerms(1), ['ann']);
      let sendings = 0;
      const control = new RoomControl(load.rooms, {
        ...load.state,
        suspend: async ({ epoch }) => {
          if ((sendings += 1) === 1) throw new AuctionRedisUnavailable('the reply was lost', false);
          return { verdict: 'refused', reason: 'held', epoch, seq: 0, repeated: false };
        },
      });
      await expect(control.suspend({ lotId: 1, reason: 'a fire' })).rejects.toThrow('no answer of the room');
    },
  );

  it.runIf(COMPLETE)(
    'decided on keys put back is done in the room that is rebuilt, not merely called done',
    async () => {
      fixture = await startFaultFixture({ partitions: 1 });
      const { load } = fixture;
      await load.open(practiceTerms(1), ['ann', 'bob']);
      const putBack = await load.keepKeysOf(1);
      for (let i = 0; i < 6; i += 1) await load.bid(i % 2 ? 'ann' : 'bob', 1, 10_000 + i * 1_000);
      await putBack();
      const control = new RoomControl(load.rooms, load.state);
      expect(await control.suspend({ lotId: 1, reason: 'a fire' })).toMatchObject({ verdict: 'done' });
      const entries = await load.repository.readEntries(1, 0, 1_000);
      expect(entries.map(({ entry }) => entry)).toContainEqual(
        expect.objectContaining({ kind: 'suspended', reason: 'a fire' }),
      );
    },
  );
});
