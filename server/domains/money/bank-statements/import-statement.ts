import { createHash } from 'node:crypto';
import { createActionLog } from '#server/domains/staff/action-log/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import type {
  FileProblem,
  StatementDifference,
  StatementFormat,
  StatementPreview,
} from '#shared/api/console/bank-statements.ts';
import type { Encoding } from '#shared/api/tables.ts';
import { refusedRowsFile } from '#server/platform/tables/index.ts';
import { bearsOut, contradict, repeatsOf, type LineFacts, type Repeat } from './line-identity.ts';
import { keyOfContrary, keysOf } from './line-keys.ts';
import { parseStatement } from './parse/parse-statement.ts';
import type { ParsedFile, ParsedLine, ParsedStatement, RefusedRow } from './parse/parsed-statement.ts';
import { settlementsNamed } from './parse/purpose.ts';
import { daysOf, differencesOf, sumOf, unexplainedDebits } from './statement-differences.ts';
import {
  createStatementMovementsRepository,
  type StatementMovementsRepository,
  type StoredMovement,
} from './statement-movements.repository.ts';
import { contradictedStatements } from './statement-overlaps.ts';
import { createRelistingsRepository, type RelistingsRepository } from './line-repeats.repository.ts';
import { createStatementsRepository, type KeyedLine, type SeenLine } from './statements.repository.ts';

const SHOWN = 100;
/** Formats whose statements state their balances; a CSV of a bank may lack them. */
const BALANCED: ReadonlySet<StatementFormat> = new Set(['mt940', 'camt053']);

const shownRow = ({ row, reason, text }: RefusedRow) => ({ row, reason, text });

/** A statement of a file, judged against what is stored. */
interface JudgedStatement {
  statement: ParsedStatement;
  lines: KeyedLine[];
  known: ReadonlySet<string>;
  differences: StatementDifference[];
  /** Stored statements that say other things of its days. */
  contradicts: number[];
}

export type ImportOutcome =
  | { outcome: 'done'; statementIds: number[]; added: number; known: number; refused: number }
  | { outcome: FileProblem | 'other-file' | 'forbidden' | 'reason-needed' };

export interface StatementImportDeps {
  db: AnyDb;
  /** Number of the operator's account; null: none is set, and nothing can be taken over. */
  ownAccount: string | null;
  /** `YYYY-MM-DD` in Tashkent: lines of later days are refused. */
  today: () => string;
}

/**
 * The keys of a file's lines, those of them that are stored, and the lines that contradict the stored one with their key, by their
 * places: these have keys of their own.
 */
async function keysAgainst(
  relistings: Pick<RelistingsRepository, 'byKeys'>,
  account: string,
  lines: readonly (ParsedLine & LineFacts)[],
): Promise<{
  allKeys: string[];
  /** Ids of the lines whose movements those with stored keys are. */
  allKnown: ReadonlyMap<string, number>;
  contrary: ReadonlyMap<number, Repeat>;
}> {
  const keys = keysOf(account, lines);
  const stored = await relistings.byKeys(keys);
  const contrary = new Map<number, Repeat>();
  const allKeys = keys.map((key, at) => {
    const known = stored.get(key);
    if (!known || !contradict(lines[at]!, known)) return key;
    contrary.set(at, { lineId: known.id, isSure: false, contradicts: true });
    return keyOfContrary(key, lines[at]!);
  });
  const storedToo = await relistings.byKeys([...contrary.keys()].map((at) => allKeys[at]!));
  const allKnown = new Map([...stored, ...storedToo].map(([key, { id }]) => [key, id]));
  return { allKeys, allKnown, contrary };
}

/** The known lines that the lines of a file are, without a person's word, and whether they bear them out; by their places. */
async function seenIn(
  relistings: Pick<RelistingsRepository, 'byIds'>,
  lines: readonly LineFacts[],
  { allKeys, allKnown }: { allKeys: readonly string[]; allKnown: ReadonlyMap<string, number> },
  repeats: ReadonlyMap<number, Repeat>,
): Promise<ReadonlyMap<number, SeenLine>> {
  const ids = new Map<number, number>();
  for (const [at, key] of allKeys.entries()) {
    const repeat = repeats.get(at);
    const id = allKnown.get(key) ?? (repeat?.isSure ? repeat.lineId : undefined);
    if (id !== undefined) ids.set(at, id);
  }
  const known = await relistings.byIds([...new Set(ids.values())]);
  return new Map(
    [...ids].map(([at, lineId]) => {
      const line = { ...lines[at]!, key: allKeys[at]! };
      return [at, { lineId, agrees: bearsOut(line, known.get(lineId)!) }];
    }),
  );
}

/** What a statement and those stored say differently of days that both have. */
async function againstStored(
  repository: StatementMovementsRepository,
  account: string,
  statement: ParsedStatement,
  lines: readonly KeyedLine[],
  knownLineOf: (key: string) => number | undefined,
): Promise<{ ids: number[]; fresh: ParsedLine[]; missing: StoredMovement[] }> {
  const { fromDay, toDay } = daysOf(statement);
  const stored = fromDay && toDay ? await repository.between(account, fromDay, toDay) : [];
  if (!fromDay || !toDay || stored.length === 0) return { ids: [], fresh: [], missing: [] };
  const ids = lines.map(({ key, repeats }) => knownLineOf(key) ?? repeats?.lineId ?? null);
  const movements = await repository.ofLines(ids.filter((id) => id !== null));
  const { openingTiyin, closingTiyin } = statement;
  const hasEnded = await repository.hasEnded(toDay);
  return contradictedStatements(
    { fromDay, toDay, openingTiyin, closingTiyin, hasEnded },
    lines.map(({ line }, at) => {
      const id = ids[at] ?? null;
      return { line, movement: id === null ? null : movements.get(id)! };
    }),
    stored,
  );
}

export type StatementImport = ReturnType<typeof createStatementImport>;

/** Files of the bank: what they would add, and taking them over. Lines are known by their keys, so a repeat adds nothing. */
export function createStatementImport({ db, ownAccount, today }: StatementImportDeps) {
  async function judge(on: AnyDb, file: ParsedFile): Promise<JudgedStatement[]> {
    const repository = createStatementsRepository(on);
    const movements = createStatementMovementsRepository(on);
    const account = ownAccount ?? '';
    const before = new Map<string, number>();
    const judged: JudgedStatement[] = [];
    let previous: ParsedStatement | null = null;
    // Of the whole file: equal lines of two of its statements are two movements.
    const allLines = file.statements.flatMap(({ lines }) => lines);
    const facts = allLines.map((line) => ({ ...line, format: file.format }));
    const relistings = createRelistingsRepository(on);
    const keyed = await keysAgainst(relistings, account, facts);
    const { allKeys, allKnown, contrary } = keyed;
    const stored = await relistings.known(account, facts);
    const isNew = (key: string): boolean => !allKnown.has(key);
    // Places are those of the lines that are new: what the file has itself is no movement of another line.
    const newPlaces = allKeys.flatMap((key, at) => (isNew(key) && !contrary.has(at) ? [at] : []));
    const found = repeatsOf(
      newPlaces.map((at) => facts[at]!),
      stored.filter(({ key }) => !allKnown.has(key)),
    );
    const repeats = new Map([
      ...contrary,
      ...[...found].map(([at, repeat]) => [newPlaces[at]!, repeat] as const),
    ]);
    const seen = await seenIn(relistings, facts, keyed, repeats);
    let from = 0;
    for (const statement of file.statements) {
      const first = from;
      from += statement.lines.length;
      const lines = statement.lines.map((line, at) => ({
        line,
        key: allKeys[first + at]!,
        named: settlementsNamed(line.purpose),
        repeats: repeats.get(first + at) ?? null,
        seen: seen.get(first + at) ?? null,
      }));
      const isKnown = ({ key, repeats: repeat }: KeyedLine) => !isNew(key) || repeat?.isSure === true;
      const known = new Set(lines.filter(isKnown).map(({ key }) => key));
      const { fromDay, toDay } = daysOf(statement);
      const sums = fromDay && toDay ? await repository.sums(account, fromDay, toDay) : new Set<string>();
      const sameReference = lines.filter(({ key, line }) => {
        const isSecond = before.has(key);
        before.set(key, line.row);
        return isSecond;
      });
      const knownSum = lines.filter(
        ({ line, key }) => !known.has(key) && sums.has(`${line.bookedOn} ${line.side} ${line.amountTiyin}`),
      );
      const fresh = lines.filter(({ key }) => !known.has(key));
      const debits = fresh.flatMap(({ line }) => (line.side === 'debit' ? line.amountTiyin : []));
      // The statement before this one is that of the same file, or else the last one that was taken over.
      const previousTiyin: number | null =
        previous?.closingTiyin ??
        (fromDay ? await repository.closingBefore(account, fromDay, statement.openingTiyin) : null);
      previous = statement;
      const against = await againstStored(movements, account, statement, lines, (key) => allKnown.get(key));
      judged.push({
        contradicts: against.ids,
        statement,
        lines,
        known,
        differences: differencesOf(statement, {
          hasBalances: BALANCED.has(file.format),
          ownAccount,
          previousTiyin,
          sameReference: sameReference.map(({ line }) => line),
          knownSum: knownSum.map(({ line }) => line),
          unexplainedDebits: unexplainedDebits(fresh, await repository.sentSums(debits)),
          contrary: lines
            .filter(({ key, repeats: repeat }) => isNew(key) && repeat?.contradicts === true)
            .map(({ line }) => line),
          contradictedDays: against.ids.length > 0 ? against : null,
          // A row that was refused belongs to no statement: the first one names them all.
          refused: judged.length === 0 ? file.refused : [],
        }),
      });
    }
    return judged;
  }

  const read = (bytes: Uint8Array, encoding: Encoding | null) =>
    parseStatement(bytes, { encoding, ownAccount, today: today() });
  const markOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

  return {
    /** What a file would add; nothing is stored. */
    async preview(
      bytes: Uint8Array,
      encoding: Encoding | null = null,
    ): Promise<StatementPreview | FileProblem> {
      const file = await read(bytes, encoding);
      if (typeof file === 'string') return file;
      const judged = await judge(db, file);
      const all = judged.flatMap((each) =>
        each.lines.map((line) => ({ ...line, known: each.known.has(line.key) })),
      );
      return {
        format: file.format,
        mark: markOf(bytes),
        statements: judged.map(({ statement }) => ({
          account: statement.account,
          number: statement.number,
          ...daysOf(statement),
          openingTiyin: statement.openingTiyin,
          closingTiyin: statement.closingTiyin,
          creditTiyin: sumOf(statement.lines, 'credit') ?? 0,
          debitTiyin: sumOf(statement.lines, 'debit') ?? 0,
          lines: statement.lines.length,
        })),
        lineCount: all.length,
        knownCount: all.filter(({ known }) => known).length,
        lines: all.slice(0, SHOWN).map(({ line, known }) => ({
          row: line.row,
          bookedOn: line.bookedOn,
          valueOn: line.valueOn,
          side: line.side,
          known,
          amountTiyin: line.amountTiyin,
          document: line.document,
          partyName: line.partyName,
          purpose: line.purpose,
        })),
        refusedCount: file.refused.length,
        refused: file.refused.slice(0, SHOWN).map(shownRow),
        differences: judged.flatMap(({ differences }) => differences),
      };
    },

    /**
     * The refused rows of a file with their reasons: of a table under its heads, of another format as their text.
     * @param reasonOf the sentence for a reason, in the reader's language
     */
    async refusedRows(
      bytes: Uint8Array,
      encoding: Encoding | null,
      reasonOf: (reason: RefusedRow['reason']) => string,
    ): Promise<{ csv: string } | FileProblem> {
      const file = await read(bytes, encoding);
      if (typeof file === 'string') return file;
      const { heads, above } = file.table ?? { heads: [file.format], above: [] };
      const rows = file.refused.map(({ row, cells, reason }) => ({
        line: row,
        cells,
        reason: reasonOf(reason),
      }));
      return { csv: await refusedRowsFile({ heads, above, rows }) };
    },

    /** @param given.mark of the preview that was read @param given.reason for which differences are accepted */
    async take(
      bytes: Uint8Array,
      given: {
        fileName: string;
        mark: string;
        reason: string | null;
        encoding?: Encoding | null;
        by: { personId: string; address: string };
      },
    ): Promise<ImportOutcome> {
      if (markOf(bytes) !== given.mark) return { outcome: 'other-file' };
      const file = await read(bytes, given.encoding ?? null);
      if (typeof file === 'string') return { outcome: file };
      return inTransaction(db, async (tx) => {
        const repository = createStatementsRepository(tx);
        await repository.lockImports();
        const judged = await judge(tx, file);
        const differences = judged.flatMap((each) => each.differences);
        if (ownAccount === null || differences.some(({ forbids }) => forbids))
          return { outcome: 'forbidden' };
        if (differences.length > 0 && given.reason === null) return { outcome: 'reason-needed' };
        const statementIds: number[] = [];
        let added = 0;
        let lineCount = 0;
        for (const [at, { statement, lines, differences: own, contradicts }] of judged.entries()) {
          const id = await repository.add({
            account: ownAccount,
            format: file.format,
            fileName: given.fileName,
            sha256: given.mark,
            number: statement.number,
            ...daysOf(statement),
            openingTiyin: statement.openingTiyin,
            closingTiyin: statement.closingTiyin,
            creditTiyin: sumOf(statement.lines, 'credit') ?? 0,
            debitTiyin: sumOf(statement.lines, 'debit') ?? 0,
            lineCount: lines.length,
            refused: at === 0 ? file.refused.slice(0, SHOWN).map(shownRow) : [],
            differences: own,
            reason: own.length > 0 ? given.reason : null,
            contradicts,
            by: given.by.personId,
          });
          added += await repository.addLines(id, ownAccount, lines);
          await repository.noteSeen(
            id,
            lines.flatMap((each) => each.seen ?? []),
          );
          await repository.doubt(contradicts);
          lineCount += lines.length;
          statementIds.push(id);
        }
        await repository.judgeChain();
        const known = lineCount - added;
        await createActionLog(tx).record({
          personId: given.by.personId,
          type: 'bank-line',
          action: 'imported',
          result: 'done',
          address: given.by.address,
          reason: statementIds.map((id) => `bank-statement:${id}`).join(' '),
        });
        return { outcome: 'done', statementIds, added, known, refused: file.refused.length };
      });
    },
  };
}
