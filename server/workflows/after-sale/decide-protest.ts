import { whoStillDecide } from '#server/domains/people/accounts/index.ts';
import { personsNeeded, type ProtestRow } from '#server/domains/trade/protests/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import { PROTESTS_TO_DECIDE } from '#shared/lifecycles/protest.ts';
import type { CloseProtests } from './close-protests.ts';
import type { ProtestSteps } from './protest-steps.ts';

export interface DecideProtestDeps {
  steps: ProtestSteps;
  /** Other protests of the lot have nothing left to decide. */
  closeOthers: CloseProtests;
  /** Cancels the result of a lot with all that followed from it, in the caller's transaction, which has locked its sales. */
  undoResult(
    tx: AnyDb,
    result: { lotId: number; cause: 'protest'; reason: string; actor: string },
  ): Promise<{ outcome: 'undone' } | { outcome: 'refused' }>;
  /** A proposal of staff to cancel the same result has nothing left to decide. */
  closeProposal(tx: AnyDb, lotId: number): Promise<void>;
  isSamePerson(on: AnyDb, one: string, other: string): Promise<boolean>;
  namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

export interface Decision {
  reason: string;
  /** A member of staff. */
  by: string;
}

export type DecideOutcome = { outcome: 'done' } | { outcome: 'none' | 'over' | 'second-person' };

const DONE = { outcome: 'done' } as const;

const waits = ({ state }: ProtestRow): boolean => (PROTESTS_TO_DECIDE as readonly string[]).includes(state);

export type DecideProtest = ReturnType<typeof createDecideProtest>;

/** Staff decide about protests: each decision locks the lot's sales first. */
export function createDecideProtest(deps: DecideProtestDeps) {
  const { steps, closeOthers, closeProposal, undoResult, isSamePerson, namesOf } = deps;
  /** Has this person agreed already, under this account or another? */
  async function hasAgreed(tx: AnyDb, agreed: readonly { actor: string }[], by: string): Promise<boolean> {
    for (const { actor } of agreed) if (await isSamePerson(tx, actor, by)) return true;
    return false;
  }

  const nameOf = async (personId: string) => ({
    personId,
    name: (await namesOf([personId])).get(personId) ?? '',
  });

  return {
    /** The first of two persons agrees; the second one, or the only one, cancels the result. */
    async uphold(protestId: number, { reason, by }: Decision): Promise<DecideOutcome> {
      const actor = await nameOf(by);
      const done = await steps.inHand<DecideOutcome>(protestId, async (hand) => {
        const { tx, protests, row } = hand;
        if (!waits(row)) return { outcome: 'over' };
        const everybody = (await protests.steps([protestId])).filter(({ action }) => action === 'agreed');
        if (await hasAgreed(tx, everybody, by)) return { outcome: 'second-person' };
        const agreed = await whoStillDecide(tx, everybody, 'decideProtests');
        if (agreed.length + 1 < personsNeeded(row)) {
          await protests.step(protestId, { action: 'agreed', actor: by, note: reason });
          return DONE;
        }
        await closeOthers(tx, row.lot_id, row.id);
        await protests.move(row, 'uphold', { actor: by, action: 'upheld', note: reason });
        const undone = await undoResult(tx, { lotId: row.lot_id, cause: 'protest', reason, actor: by });
        // Rolled back: a payout is on its way, which none can be while a protest is open.
        if (undone.outcome === 'refused')
          throw new Error(`the result of lot ${row.lot_id} was not cancelled`);
        await closeProposal(tx, row.lot_id);
        await steps.note(tx, row, {
          note: 'protest-upheld',
          by: { kind: 'staff', personId: by },
          why: reason,
        });
        await steps.decided(tx, row, actor, reason);
        await steps.say(tx, row, row.person_id, 'upheld', {
          template: 'protest-upheld',
          params: { ...steps.about(row), reason },
        });
        return DONE;
      });
      return done ?? { outcome: 'none' };
    },

    /** The result stays; an accepted one is dismissed, too, where the customer only wants to be rid of a low price. */
    async dismiss(protestId: number, { reason, by }: Decision): Promise<DecideOutcome> {
      const actor = await nameOf(by);
      const done = await steps.inHand<DecideOutcome>(protestId, async (hand) => {
        const { tx, protests, row } = hand;
        if (!waits(row)) return { outcome: 'over' };
        await protests.move(row, 'dismiss', { actor: by, action: 'dismissed', note: reason });
        await steps.note(tx, row, {
          note: 'protest-dismissed',
          by: { kind: 'staff', personId: by },
          why: reason,
        });
        await steps.decided(tx, row, actor, reason);
        for (const [personId, what] of [
          [row.person_id, 'dismissed'],
          [row.seller, 'dismissed-customer'],
        ] as const)
          await steps.say(tx, row, personId, what, {
            template: 'protest-dismissed',
            params: { ...steps.about(row), reason },
          });
        await steps.goOn(hand);
        return DONE;
      });
      return done ?? { outcome: 'none' };
    },
  };
}
