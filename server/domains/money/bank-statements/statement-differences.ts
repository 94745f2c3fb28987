import {
  FORBIDDING_DIFFERENCES,
  type Difference,
  type StatementDifference,
} from '#shared/api/console/bank-statements.ts';
import { isUzs } from './parse/csv-columns.ts';
import type { ParsedLine, ParsedStatement, RefusedRow } from './parse/parsed-statement.ts';

const SHOWN_ROWS = 20;

/** Tiyin; null: beyond what can be counted. */
export function sumOf(lines: readonly ParsedLine[], side: ParsedLine['side']): number | null {
  const sum = lines.reduce(
    (total, line) => (line.side === side ? total + BigInt(line.amountTiyin) : total),
    0n,
  );
  return sum <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(sum) : null;
}

/** Days of a statement: those it states, widened by its lines. */
export function daysOf({ fromDay, toDay, lines }: ParsedStatement): {
  fromDay: string | null;
  toDay: string | null;
} {
  let [from, to] = [fromDay, toDay];
  for (const { bookedOn } of lines) {
    if (from === null || bookedOn < from) from = bookedOn;
    if (to === null || bookedOn > to) to = bookedOn;
  }
  return { fromDay: from, toDay: to };
}

export interface StatementContext {
  /** Statements of this format state their balances always. */
  hasBalances: boolean;
  /** Account that the statement's lines are booked on here; null: the operator has none. */
  ownAccount: string | null;
  /** Closing balance of the statement before it; null: there is none. */
  previousTiyin: number | null;
  /** Lines whose reference another line of the file has. */
  sameReference: readonly ParsedLine[];
  /** Lines that are not known, while another one of that day, side and sum is. */
  knownSum: readonly ParsedLine[];
  /** Lines that say other things than a known line of the same movement. */
  contrary: readonly ParsedLine[];
  /** Lines of days that another statement has, about which the two cannot both be right: of this one, and those it has not. */
  contradictedDays: { fresh: readonly ParsedLine[]; missing: readonly { amountTiyin: number }[] } | null;
  refused: readonly RefusedRow[];
  /** See `unexplainedDebits`. */
  unexplainedDebits: readonly ParsedLine[];
}

/**
 * Lines by which money left that nothing sent explains, where they are together as large as a credit that names a sale; otherwise none. A
 * payer can write lines of a statement into a purpose, a credit and a debit of one sum: balances are true with them, and each copy of
 * the file has them.
 * @param fresh lines that are not known
 * @param sent sums of what is sent and not at its account yet; each explains one line
 */
export function unexplainedDebits(
  fresh: readonly { line: ParsedLine; named: readonly number[] }[],
  sent: readonly number[],
): ParsedLine[] {
  const explaining = [...sent];
  const debits = fresh.flatMap(({ line }) => {
    if (line.side === 'credit') return [];
    const at = explaining.indexOf(line.amountTiyin);
    if (at === -1) return [line];
    explaining.splice(at, 1);
    return [];
  });
  const left = debits.reduce((sum, { amountTiyin }) => sum + BigInt(amountTiyin), 0n);
  const isCovered = fresh.some(
    ({ line, named }) => line.side === 'credit' && named.length > 0 && BigInt(line.amountTiyin) <= left,
  );
  return isCovered ? debits : [];
}

const total = (lines: readonly { amountTiyin: number }[]): number | null => {
  const sum = lines.reduce((all, { amountTiyin }) => all + BigInt(amountTiyin), 0n);
  return sum <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(sum) : null;
};

/** What a statement is at odds with, each named; empty: nothing. */
export function differencesOf(statement: ParsedStatement, context: StatementContext): StatementDifference[] {
  const found: StatementDifference[] = [];
  const { account, openingTiyin: opening, closingTiyin: closing, lines } = statement;
  const add = (
    kind: Difference,
    more: { stated?: number | null; found?: number | null; rows?: readonly { row: number }[] } = {},
  ) =>
    found.push({
      kind,
      forbids: FORBIDDING_DIFFERENCES.includes(kind),
      account,
      statedTiyin: more.stated ?? null,
      foundTiyin: more.found ?? null,
      rows: (more.rows ?? []).slice(0, SHOWN_ROWS).map(({ row }) => row),
      count: more.rows?.length ?? 0,
    });

  if (context.ownAccount === null || (account !== null && account !== context.ownAccount))
    add('foreign-account');
  else if (account === null) add('no-account');
  if (statement.currency !== null && !isUzs(statement.currency)) add('foreign-currency');
  const credit = sumOf(lines, 'credit');
  const debit = sumOf(lines, 'debit');
  if (opening !== null && closing !== null) {
    const reached =
      credit === null || debit === null ? null : BigInt(opening) + BigInt(credit) - BigInt(debit);
    const countable = reached !== null && Number.isSafeInteger(Number(reached));
    if (!countable || Number(reached) !== closing)
      add('balance', { stated: closing, found: countable ? Number(reached) : null });
  } else if (opening !== null || closing !== null || context.hasBalances) add('half-a-balance');
  const { brokenPages } = statement;
  if (brokenPages) add('balance', { stated: brokenPages.statedTiyin, found: brokenPages.foundTiyin });
  const { totalCreditTiyin, totalDebitTiyin } = statement;
  if ((totalCreditTiyin !== null && totalCreditTiyin !== credit) || credit === null)
    add('totals', { stated: totalCreditTiyin, found: credit });
  if ((totalDebitTiyin !== null && totalDebitTiyin !== debit) || debit === null)
    add('totals', { stated: totalDebitTiyin, found: debit });
  if (opening === null && closing === null && totalCreditTiyin === null && !context.hasBalances)
    add('no-balance');
  if (statement.hasDocumentDaysOnly) add('document-days');
  if (context.refused.length > 0) add('refused-rows', { rows: context.refused });
  if (opening !== null && context.previousTiyin !== null && context.previousTiyin !== opening)
    add('gap', { stated: opening, found: context.previousTiyin });
  if (context.sameReference.length > 0) add('same-reference', { rows: context.sameReference });
  if (context.knownSum.length > 0) add('known-sum', { rows: context.knownSum });
  const { contradictedDays: days } = context;
  if (days) add('days-known', { stated: total(days.fresh), found: total(days.missing), rows: days.fresh });
  if (statement.rowsInPurposes.length > 0) add('lines-in-purposes', { rows: statement.rowsInPurposes });
  const { unexplainedDebits: debits } = context;
  if (debits.length > 0) add('unexplained-debits', { found: total(debits), rows: debits });
  if (context.contrary.length > 0) add('contrary-lines', { rows: context.contrary });
  return found;
}
