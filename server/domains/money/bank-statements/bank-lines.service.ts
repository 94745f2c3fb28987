import type { ActionLog } from '#server/domains/staff/action-log/index.ts';
import type { MoneyJudge, MoneyVerdict } from '#server/domains/money/staff-money/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import type { BankLineView, CreditSuggestion } from '#shared/api/console/bank-lines.ts';
import type { BankSide, BankStatementView } from '#shared/api/console/bank-statements.ts';
import { COUNTED_ROWS_MAX } from '#shared/limits/counted-rows.ts';
import { allows } from '#shared/lifecycles/lifecycle.ts';
import {
  BANK_LINE,
  BANK_LINE_STATES,
  WAITING_BANK_LINES,
  type BankLineState,
} from '#shared/lifecycles/bank-line.ts';
import { createBankDaysRepository } from './bank-days.repository.ts';
import { createLineProofs } from './line-proofs.repository.ts';
import { bankLineView, type LineViewer } from './line-views.ts';
import { createLinesRepository } from './lines.repository.ts';
import type { BankLine } from './statement-tables.ts';
import { createStatementsRepository } from './statements.repository.ts';
import { createSuggestionsRepository } from './suggestions.repository.ts';

export interface BankLinesDeps {
  db: AnyDb;
  actions: Pick<ActionLog, 'record'>;
  judge: MoneyJudge;
  namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

interface Page {
  page: number;
  size: number;
}

/** How many persons decide about a line, and why two; null: one is enough. */
interface Needs {
  approvalsNeeded: number;
  twoBecause: MoneyVerdict['because'];
}

/** What it was asked for to be, or would be by the sale that it names. */
function creditedTo(row: BankLine, credits: readonly CreditSuggestion[]) {
  if (allows(BANK_LINE, row.state, 'reject'))
    return { personId: row.person_id, settlementId: row.settlement_id };
  const settlementId = row.names_settlement_id;
  const named = credits.find(({ settlement }) => settlement?.id === settlementId);
  return { personId: named?.personId ?? null, settlementId };
}

export type BankLines = ReturnType<typeof createBankLines>;

/** Statements of the bank and their lines, for staff. */
export function createBankLines({ db, actions, judge, namesOf }: BankLinesDeps) {
  const lines = createLinesRepository(db);

  /** Of each line in their order; of one that waits, for the sale that it names. However many they are, the database is asked as often. */
  async function needsOfEach(
    rows: readonly BankLine[],
    credits: ReadonlyMap<number, readonly CreditSuggestion[]>,
    by: string,
  ): Promise<Needs[]> {
    const proofs = createLineProofs(db);
    const asked = rows.map((line) => ({ line, to: creditedTo(line, credits.get(line.id) ?? []) }));
    const items = await proofs.moneyOfEach(asked);
    const verdicts = await judge.judgeAll(
      db,
      items.map((item) => ({ item, acting: { by, before: [] } })),
    );
    const judged = asked.map((each, at) => ({ ...each, bySum: verdicts[at]!.approvers }));
    const mayAsk = judged.filter(({ line }) => allows(BANK_LINE, line.state, 'ask'));
    const debits = mayAsk.filter(({ line }) => line.side === 'debit');
    const incoming = mayAsk.filter(({ line }) => line.side !== 'debit');
    const [droppers, creditors] = await Promise.all([
      proofs.droppersOfEach(debits),
      proofs.creditorsOfEach(incoming, { by, judge }),
    ]);
    const needed = new Map([
      ...debits.map(({ line }, at) => [line.id, droppers[at]!] as const),
      ...incoming.map(({ line }, at) => [line.id, creditors[at]!] as const),
    ]);
    return judged.map(({ line, bySum }, at) => {
      const twoBecause = verdicts[at]!.because;
      // It was asked for because one person is not enough.
      if (allows(BANK_LINE, line.state, 'reject')) return { approvalsNeeded: 2, twoBecause };
      if (allows(BANK_LINE, line.state, 'reopen'))
        return { approvalsNeeded: proofs.reopeners(line, bySum), twoBecause };
      return { approvalsNeeded: needed.get(line.id) ?? bySum, twoBecause };
    });
  }

  async function shown(rows: readonly BankLine[], viewer: LineViewer): Promise<BankLineView[]> {
    const waiting = rows.filter(({ state }) =>
      (WAITING_BANK_LINES as readonly BankLineState[]).includes(state),
    );
    const suggestions = createSuggestionsRepository(db);
    const ids = rows.map(({ id }) => id);
    const [steps, alike, credits, debits, doubted, liked] = await Promise.all([
      lines.steps(ids),
      lines.alike(waiting.map(({ id }) => id)),
      suggestions.credits(waiting),
      suggestions.debits(waiting),
      createLineProofs(db).doubted(ids),
      lines.byIds(rows.flatMap(({ repeats_line_id: like }) => like ?? [])),
    ]);
    const people = [...rows.flatMap(({ person_id }) => person_id ?? []), ...steps.map(({ actor }) => actor)];
    const [names, needs] = await Promise.all([
      namesOf([...new Set(people)]),
      needsOfEach(rows, credits, viewer.personId),
    ]);
    return rows.map((row, at) =>
      bankLineView(row, {
        viewer,
        names,
        steps: steps.filter(({ line_id }) => line_id === row.id),
        alike: alike.get(row.id) ?? [],
        credits: credits.get(row.id) ?? [],
        debits: debits.get(row.id) ?? [],
        isInDoubt: doubted.has(row.id),
        like: liked.find(({ id }) => id === row.repeats_line_id) ?? null,
        ...needs[at]!,
      }),
    );
  }

  return {
    async list(
      viewer: LineViewer,
      query: Page & {
        state: 'waiting' | 'all' | BankLineState;
        side?: BankSide | undefined;
        statementId?: number | undefined;
        most?: number;
      },
    ) {
      const { state, side, statementId, page, size, most = COUNTED_ROWS_MAX } = query;
      const states =
        state === 'waiting' ? WAITING_BANK_LINES : state === 'all' ? BANK_LINE_STATES : ([state] as const);
      const [found, waiting] = await Promise.all([
        lines.page(
          { states, side, statementId },
          {
            limit: size,
            offset: (page - 1) * size,
            order: state === 'waiting' ? 'earliest' : 'newest',
            most,
          },
        ),
        lines.countWaiting(),
      ]);
      return { ...found, items: await shown(found.items, viewer), waiting, page, size };
    },

    async one(lineId: number, viewer: LineViewer): Promise<BankLineView> {
      const row = await lines.byId(lineId);
      if (!row) throw new Error(`there is no line ${lineId}`);
      const [view] = await shown([row], viewer);
      return view!;
    },

    /** Recorded, found or not: whose a number is, is not asked without a trace. */
    async people(
      search: string,
      { personId, address }: { personId: string; address: string },
    ): Promise<CreditSuggestion[]> {
      const found = await createSuggestionsRepository(db).people(search);
      const ids = [...new Set(found.map((each) => each.personId))];
      await actions.record({
        personId,
        address,
        type: 'account',
        action: 'searched',
        result: 'done',
        reason: ids.length === 0 ? null : ids.map((id) => `person:${id}`).join(' '),
      });
      return found;
    },

    async days({ page, size }: Page) {
      const found = await createBankDaysRepository(db).page(size, (page - 1) * size);
      return { ...found, page, size };
    },

    async statements({ page, size }: Page) {
      const { items, total } = await createStatementsRepository(db).page(size, (page - 1) * size);
      const names = await namesOf([...new Set(items.map((row) => row.imported_by))]);
      const views = items.map((row): BankStatementView => ({
        id: row.id,
        account: row.account,
        format: row.format,
        fileName: row.file_name,
        number: row.number,
        fromDay: row.from_day,
        toDay: row.to_day,
        openingTiyin: row.opening_tiyin,
        closingTiyin: row.closing_tiyin,
        creditTiyin: row.credit_tiyin,
        debitTiyin: row.debit_tiyin,
        lines: row.line_count,
        added: row.added_count,
        known: row.line_count - row.added_count,
        waiting: row.waiting,
        refused: row.refused,
        unbroken: row.unbroken,
        doubted: row.doubted,
        differences: row.differences,
        reason: row.reason,
        importedBy: names.get(row.imported_by) ?? '',
        importedAtMs: row.imported_at.getTime(),
      }));
      return { items: views, total, page, size };
    },
  };
}
