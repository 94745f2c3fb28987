import type { AnyDb } from '#server/platform/database/index.ts';
import { conflict } from '#server/platform/errors/index.ts';
import { createTurnedDownRepository, type TurnedDown } from './turned-down.repository.ts';

/** So often within so many days one person turns the same down, or asks for it in vain; a colleague does the next time. */
const BY_ONE_MAX = {
  // Of an account that is shut, a bar, and what is decided for good: once.
  'account-change': 1,
  bar: 1,
  decision: 1,
  'order-rejection': 1,
  'authorised-seller': 2,
  'bank-line': 2,
  // Of an order: that its trade may begin sooner.
  'early-start': 2,
  'edit-request': 2,
  invitation: 2,
  // Of a dictionary: taken off what is offered.
  category: 2,
  place: 2,
  // Each further answer, and what one person asks about a lot.
  'lot-answer': 2,
  // Of a lot that no one wants yet: what it says, of which each follower gets a message.
  'lot-correction': 3,
  'lot-question': 2,
  'number-claim': 2,
  order: 2,
  // Of an organisation: files of a colleague that are stopped.
  'order-import': 2,
  'reference-change': 2,
  refund: 2,
  // Of an order: put off to a later day.
  repeat: 2,
  'refund-return': 2,
  'settlement-extension': 2,
  // As many listeners as a person has at once; and hosts, which concern everybody who has one there.
  webhook: 5,
  'webhook-host': 2,
};
const WITHIN_DAYS = 30;

/** So often within so many hours one person takes back what they asked for themselves; a colleague asks for it the next time. */
const TAKEN_BACK_MAX = 3;
const TAKEN_BACK_HOURS = 24;

export type IsSamePerson = (on: AnyDb, one: string, other: string) => Promise<boolean>;

/** What is turned down or asked for again: of a thing, or of all that one person asks for. */
export type Matter = `${keyof typeof BY_ONE_MAX}:${string}`;

/**
 * No one alone holds a matter up without end, by turning down what others ask for or by asking for what has to be turned down.
 * Each is one person over all accounts; called in the transaction that has locked the subject.
 */
export function createTurningDown(isSamePerson: IsSamePerson) {
  async function hasTooMany(
    tx: AnyDb,
    matter: Matter,
    what: keyof TurnedDown,
    personId: string,
  ): Promise<boolean> {
    const rows = await createTurnedDownRepository(tx).within(matter, WITHIN_DAYS);
    const count = await countOf(
      tx,
      rows.map((row) => row[what]),
      personId,
    );
    return count >= BY_ONE_MAX[matter.split(':', 1)[0] as keyof typeof BY_ONE_MAX];
  }

  async function countOf(on: AnyDb, people: readonly (string | null)[], personId: string): Promise<number> {
    let count = 0;
    for (const who of people) if (who !== null && (await isSamePerson(on, who, personId))) count += 1;
    return count;
  }

  async function mustNotHaveTakenBack(tx: AnyDb, matter: Matter, personId: string): Promise<void> {
    const takenBack = await createTurnedDownRepository(tx).takenBack(matter, TAKEN_BACK_HOURS);
    if ((await countOf(tx, takenBack, personId)) >= TAKEN_BACK_MAX) throw conflict('taken-back-before');
  }

  /** Notes that this person takes back what they asked for, or that it lapsed because what it was about has changed. */
  const takeBack = (tx: AnyDb, matter: Matter, by: string): Promise<void> =>
    createTurnedDownRepository(tx).add({ matter, asked_by: by, turned_down_by: by });

  return {
    takeBack,

    /**
     * What waits holds up the matter and whom it concerns, and colleagues look at each.
     * @throws 409 `asked-before` for whose proposals about the matter were turned down so often within 30 days, `taken-back-before` for who took
     * three of them back within 24 hours
     */
    async mustMayAsk(tx: AnyDb, matter: Matter, personId: string): Promise<void> {
      if (await hasTooMany(tx, matter, 'asked_by', personId)) throw conflict('asked-before');
      await mustNotHaveTakenBack(tx, matter, personId);
    },

    /** Of what may be asked for again after a colleague turned it down. @throws 409 `taken-back-before` */
    mustNotHaveTakenBack,

    /** Of what one person turns down once: have two different ones within 30 days? Then it is not asked for meanwhile. */
    isTurnedDown: async (on: AnyDb, matter: Matter): Promise<boolean> =>
      (await createTurnedDownRepository(on).within(matter, WITHIN_DAYS)).length >= 2,

    /**
     * Notes that this person turns it down. Who takes back what they asked for themselves turns nothing down: that counts for `mustMayAsk`.
     * @param askedBy the colleague whose proposal it is; null: a customer's wish
     * @throws 409 `turned-down-before` for who turned it down so often within 30 days
     */
    async turnDown(
      tx: AnyDb,
      matter: Matter,
      { by, askedBy = null }: { by: string; askedBy?: string | null },
    ): Promise<void> {
      if (askedBy === by) return takeBack(tx, matter, by);
      await createTurnedDownRepository(tx).lock(matter);
      if (await hasTooMany(tx, matter, 'turned_down_by', by)) throw conflict('turned-down-before');
      await createTurnedDownRepository(tx).add({ matter, asked_by: askedBy, turned_down_by: by });
    },
  };
}
