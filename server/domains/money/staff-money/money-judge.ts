import type { AnyDb } from '#server/platform/database/index.ts';
import type { TwoApproversBecause } from '#shared/trade/staff-money.ts';
import { createStaffMoneyRepository } from './staff-money.repository.ts';

/** Money that is to come or leave in the name of staff. */
export interface MoneyItem {
  /** As in the view of money in the name of staff: `bank-line:17`. */
  ref: string;
  amountTiyin: number;
  /** Whom it concerns: of a sale both sides. */
  personIds: readonly string[];
  /** Who decided what it rests on, while it is to be approved: none of them approves it. */
  restsOn?: readonly string[];
  /** Who stated it, such as the person who brought the statement of its line: none of two who approve, so that three persons say it. */
  statedBy?: readonly string[];
}

export interface MoneyVerdict {
  /** Besides the one who sends, if it is sent. */
  approvers: 1 | 2;
  /** Why two; null: one is enough. */
  because: TwoApproversBecause | null;
  /** Why this person may not take the next step; null: they may. */
  refused: 'own-money' | 'second-person' | null;
}

export interface Acting {
  /** Who takes the next step; null: asked for a screen without a reader. */
  by: string | null;
  /** Who took a step before: one person takes one. */
  before: readonly string[];
}

export interface MoneyJudgeDeps {
  isSamePerson(on: AnyDb, one: string, other: string): Promise<boolean>;
  /** All accounts of the human whose account this is, itself included. */
  accountsOf(on: AnyDb, personId: string): Promise<readonly string[]>;
  /** The sum above which two approvers are needed, now. */
  limitTiyin(on: AnyDb): Promise<number>;
}

export type MoneyJudge = ReturnType<typeof createMoneyJudge>;

/**
 * How many persons approve money in the name of staff, and who may not be one of them, by what moved before it. Decisive in a transaction
 * that has called `lock` before it took any other lock.
 */
export function createMoneyJudge({ isSamePerson, accountsOf, limitTiyin }: MoneyJudgeDeps) {
  async function isOneOf(on: AnyDb, by: string, others: readonly string[]): Promise<boolean> {
    for (const other of others) if (await isSamePerson(on, by, other)) return true;
    return false;
  }

  async function becauseOf(
    on: AnyDb,
    { ref, amountTiyin, personIds }: MoneyItem,
    by: string | null,
  ): Promise<TwoApproversBecause | null> {
    const limit = await limitTiyin(on);
    if (amountTiyin > limit) return 'item';
    const money = createStaffMoneyRepository(on);
    const above = (sum: number): boolean => sum + amountTiyin > limit;
    const sums = [];
    for (const personId of personIds) sums.push(await money.ofPerson(await accountsOf(on, personId), ref));
    if (sums.some(({ dayTiyin }) => above(dayTiyin))) return 'day';
    if (sums.some(({ monthTiyin }) => above(monthTiyin))) return 'month';
    if (by !== null && above(await money.byDecider(await accountsOf(on, by), ref))) return 'decider';
    return null;
  }

  async function refusalOf(
    on: AnyDb,
    { personIds, restsOn = [] }: MoneyItem,
    { by, before, stated }: { by: string; before: readonly string[]; stated: readonly string[] },
  ): Promise<MoneyVerdict['refused']> {
    if (await isOneOf(on, by, personIds)) return 'own-money';
    if (await isOneOf(on, by, [...before, ...restsOn])) return 'second-person';
    // A step that was taken below the limit counts for nothing above it.
    for (const each of stated) if (await isOneOf(on, each, [by, ...before])) return 'second-person';
    return null;
  }

  return {
    lock: (tx: AnyDb): Promise<void> => createStaffMoneyRepository(tx).lock(),

    /** Is this one of these persons, under any account? */
    isOneOf,

    async judge(on: AnyDb, item: MoneyItem, { by, before }: Acting): Promise<MoneyVerdict> {
      const because = await becauseOf(on, item, by);
      const stated = because === null ? [] : (item.statedBy ?? []);
      const refused = by === null ? null : await refusalOf(on, item, { by, before, stated });
      return { approvers: because === null ? 1 : 2, because, refused };
    },

    /** Persons who decide about so much where nothing moves by it. */
    personsFor: async (on: AnyDb, amountTiyin: number): Promise<1 | 2> =>
      amountTiyin > (await limitTiyin(on)) ? 2 : 1,
  };
}
