import { expect, it } from 'vitest';
import fc from 'fast-check';
import { suggestedIn as suggestedOfState } from '#server/auction/rules/fold.ts';
import { headOf, meOf, snapshotOf, suggestedIn, updateOf } from '#server/auction/live/audience-view.ts';
import { RoomView } from '#server/auction/live/room-view.ts';
import { applyUpdate, fromSnapshot } from '#shared/realtime/client/room-state.ts';
import { PEOPLE, randomCommand } from '../fixtures/random-commands.ts';
import { practiceTerms, ScriptedRoom } from '../fixtures/scripted-room.ts';

it('shows of any log exactly what the fold of the log gives, and a follower of updates ends where a snapshot does', () => {
  const seen = { prices: 0, autos: 0, asleep: 0, pauses: 0 };
  fc.assert(
    fc.property(
      fc.array(randomCommand, { minLength: 5, maxLength: 80 }),
      fc.boolean(),
      (commands, limits) => {
        const given = practiceTerms(1);
        const terms = limits ? { ...given, rules: { ...given.rules, limitFromPrice: 2 } } : given;
        const room = new ScriptedRoom(terms);
        const view = new RoomView(terms, 1, 'terms');
        const anna = { person: 'anna', sessionId: 's' };
        const counts = { lotId: 1, viewers: 0, participants: 0, applicants: 0 };
        room.admit(...PEOPLE);
        let follower = fromSnapshot(snapshotOf(view, anna, counts, 0));
        for (const [at, next] of [null, ...commands].entries()) {
          if (next) room.do(next);
          const [seqBefore, countBefore] = [view.seq, view.count];
          for (const { entry, secret } of room.take())
            view.apply({ entry, hash: `${entry.seq}`, ...(secret && { secret }) });
          if (at % 3 === 0 || at === commands.length) {
            const from = follower.head.seq;
            const update = updateOf(view, from, view.count - view.pricesAfter(from).length, 0);
            if (view.seq > from) follower = { ...applyUpdate(follower, update).state, me: meOf(view, anna) };
          }
          seen.prices += view.count - countBefore;
          seen.pauses += view.phase === 'paused' && view.seq > seqBefore ? 1 : 0;
        }
        const { state } = room;
        expect({
          seq: view.seq,
          phase: view.phase,
          pauseCause: view.pauseCause,
          deadlineUs: view.deadlineUs,
          extensions: view.extensions,
          priceTiyin: view.priceTiyin,
          count: view.count,
          leader: view.leader,
          leaderNumber: view.leaderNumber,
          outcome: view.outcome,
          bidders: view.bidders,
          autos: view.autos,
          applicants: view.applicants,
          suggested: suggestedIn(view),
        }).toEqual({
          seq: state.seq,
          phase: state.phase,
          pauseCause: state.pauseCause,
          deadlineUs: state.deadlineUs,
          extensions: state.extensions,
          priceTiyin: state.priceTiyin,
          count: state.count,
          leader: state.leader,
          leaderNumber: state.leaderNumber,
          outcome: state.outcome,
          bidders: state.bidders,
          autos: Object.fromEntries(
            Object.entries(state.autos).map(([who, { maximumTiyin, asleep }]) => [
              who,
              { maximumTiyin, asleep },
            ]),
          ),
          applicants: Object.values(state.bidders).filter(({ revoked }) => revoked === '').length,
          suggested: suggestedOfState(state),
        });
        const fresh = fromSnapshot(snapshotOf(view, anna, counts, 0));
        expect(follower.head).toEqual(headOf(view, 0));
        expect(follower.prices).toEqual(fresh.prices);
        expect(follower.events).toEqual(fresh.events);
        expect(follower.me).toEqual(fresh.me);

        const shown = JSON.stringify(snapshotOf(view, null, counts, 0));
        for (const who of PEOPLE) expect(shown).not.toContain(who);
        expect(shown).not.toMatch(/salt|maximum|bidId|commitment/);
        seen.autos += Object.keys(view.autos).length;
        seen.asleep += Object.values(view.autos).filter(({ asleep }) => asleep).length;
      },
    ),
    { numRuns: 300, seed: 20_251 },
  );
  // A property that never met its cases proves nothing.
  expect(seen.prices).toBeGreaterThan(500);
  expect(seen.autos).toBeGreaterThan(50);
  expect(seen.asleep).toBeGreaterThan(10);
  expect(seen.pauses).toBeGreaterThan(50);
});
