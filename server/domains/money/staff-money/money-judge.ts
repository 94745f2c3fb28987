import type { AnyDb } from '#server/platform/database/index.ts';
import type { TwoApproversBecause } from '#shared/trade/staff-money.ts';
import { isDocumentUsed } from './paid-documents.repository.ts';
import { createStaffMoneyRepository, type MovedSums } from './staff-money.repository.ts';

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

/** Accounts of each person, by the id that was asked for, itself included. */
type AccountsOfEach = (
  on: AnyDb,
  personIds: readonly string[],
) => Promise<ReadonlyMap<string, readonly string[]>>;

export interface MoneyJudgeDeps {
  /** Those that certainly belong to the same person. */
  samePersonsOf: AccountsOfEach;
  /** All accounts of the human whose account this is. */
  accountsOf: AccountsOfEach;
  /** The sum above which two approvers are needed, now. */
  limitTiyin(on: AnyDb): Promise<number>;
}

/** One item, and who takes the next step. */
export interface Judged {
  item: MoneyItem;
  acting: Acting;
}

export type MoneyJudge = ReturnType<typeof createMoneyJudge>;

/**
 * How many persons approve money in the name of staff, and who may not be one of them, by what moved before it. Decisive in a transaction
 * that has called `lock` before it took any other lock. However many are judged at once, the database is asked the same number of times.
 */
export function createMoneyJudge({ samePersonsOf, accountsOf, limitTiyin }: MoneyJudgeDeps) {
  async function isOneOf(on: AnyDb, by: string, others: readonly string[]): Promise<boolean> {
    if (others.length === 0) return false;
    if (others.includes(by)) return true;
    const same = (await samePersonsOf(on, [by])).get(by)!;
    return others.some((other) => same.includes(other));
  }

  async function areSame(on: AnyDb, pairs: readonly (readonly [string, string])[]): Promise<boolean[]> {
    const unlike = pairs.flatMap(([one, other]) => (one === other ? [] : [one]));
    const accounts = unlike.length === 0 ? null : await samePersonsOf(on, [...new Set(unlike)]);
    return pairs.map(([one, other]) => one === other || accounts!.get(one)!.includes(other));
  }

  async function becauseOf(on: AnyDb, judged: readonly Judged[]): Promise<MoneyVerdict['because'][]> {
    const limit = await limitTiyin(on);
    const because = judged.map(
      ({ item }) => (item.amountTiyin > limit ? 'item' : null) as MoneyVerdict['because'],
    );
    const open = judged.flatMap(({ item, acting }, at) =>
      because[at] === null ? [{ at, item, by: acting.by }] : [],
    );
    if (open.length === 0) return because;
    const accounts = await accountsOf(on, [
      ...new Set(open.flatMap(({ item, by }) => (by === null ? item.personIds : [...item.personIds, by]))),
    ]);
    const asked = open.flatMap(({ at, item, by }) => [
      ...item.personIds.map((id) => ({ at, id, as: 'concerned' as const, exceptRef: item.ref })),
      ...(by === null ? [] : [{ at, id: by, as: 'decider' as const, exceptRef: item.ref }]),
    ]);
    const sums = await createStaffMoneyRepository(on).sums(
      asked.map(({ id, as, exceptRef }) => ({ accounts: accounts.get(id)!, as, exceptRef })),
    );
    for (const { at, item } of open) {
      const above = (of: (typeof asked)[number]['as'], sum: (moved: MovedSums) => number): boolean =>
        sums.some(
          (moved, each) =>
            asked[each]!.at === at && asked[each]!.as === of && sum(moved) + item.amountTiyin > limit,
        );
      if (above('concerned', ({ dayTiyin }) => dayTiyin)) because[at] = 'day';
      else if (above('concerned', ({ monthTiyin }) => monthTiyin)) because[at] = 'month';
      else if (above('decider', ({ dayTiyin }) => dayTiyin)) because[at] = 'decider';
    }
    return because;
  }

  async function refusalsOf(
    on: AnyDb,
    judged: readonly Judged[],
    because: readonly MoneyVerdict['because'][],
  ): Promise<MoneyVerdict['refused'][]> {
    // A step that was taken below the limit counts for nothing above it.
    const asked = judged.map(({ item, acting }, at) => ({
      item,
      acting,
      stated: because[at] === null ? [] : (item.statedBy ?? []),
    }));
    const persons = asked.flatMap(({ acting: { by }, stated }) => (by === null ? [] : [by, ...stated]));
    const accounts = await samePersonsOf(on, [...new Set(persons)]);
    const isOne = (by: string, others: readonly string[]): boolean =>
      others.some((other) => other === by || accounts.get(by)!.includes(other));
    return asked.map(({ item: { personIds, restsOn = [] }, acting: { by, before }, stated }) => {
      if (by === null) return null;
      if (isOne(by, personIds)) return 'own-money';
      if (isOne(by, [...before, ...restsOn])) return 'second-person';
      return stated.some((each) => isOne(each, [by, ...before])) ? 'second-person' : null;
    });
  }

  async function judgeAll(on: AnyDb, judged: readonly Judged[]): Promise<MoneyVerdict[]> {
    if (judged.length === 0) return [];
    const because = await becauseOf(on, judged);
    const refused = await refusalsOf(on, judged, because);
    return judged.map((_, at) => ({
      approvers: because[at] === null ? 1 : 2,
      because: because[at] ?? null,
      refused: refused[at] ?? null,
    }));
  }

  return {
    lock: (tx: AnyDb): Promise<void> => createStaffMoneyRepository(tx).lock(),

    /** Is this one of these persons, under any account? */
    isOneOf,

    /** Is each of these pairs one person, under any accounts? In the order of the pairs. */
    areSame,

    /** Has another payment been noted as paid by this document of the bank? Asked under `lock`. */
    isDocumentUsed,

    /** The verdicts of many, such as the rows of a list, in their order. */
    judgeAll,

    judge: async (on: AnyDb, item: MoneyItem, acting: Acting): Promise<MoneyVerdict> =>
      (await judgeAll(on, [{ item, acting }]))[0]!,

    /** Persons who decide about so much where nothing moves by it. */
    personsFor: async (on: AnyDb, amountTiyin: number): Promise<1 | 2> =>
      amountTiyin > (await limitTiyin(on)) ? 2 : 1,
  };
}
