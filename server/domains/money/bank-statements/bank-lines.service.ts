import type { ActionLog } from '#server/domains/staff/action-log/index.ts';
import type { MoneyJudge, MoneyVerdict } from '#server/domains/money/staff-money/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import type { BankLineView, CreditSuggestion } from '#shared/api/console/bank-lines.ts';
import type { BankSide, BankStatementView } from '#shared/api/console/bank-statements.ts';
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

export type BankLines = ReturnType<typeof createBankLines>;

/** Statements of the bank and their lines, for staff. */
export function createBankLines({ db, actions, judge, namesOf }: BankLinesDeps) {
  const lines = createLinesRepository(db);

  /** Of one that waits, for the sale that it names. */
  async function needsOf(
    row: BankLine,
    credits: readonly CreditSuggestion[],
    by: string,
  ): Promise<{ approvalsNeeded: number; twoBecause: MoneyVerdict['because'] }> {
    const asked = allows(BANK_LINE, row.state, 'reject');
    const settlementId = asked ? row.settlement_id : row.names_settlement_id;
    const personId = asked
      ? row.person_id
      : (credits.find(({ settlement }) => settlement?.id === settlementId)?.personId ?? null);
    const item = await createLineProofs(db).moneyOf(row, { personId, settlementId });
    const { approvers, because } = await judge.judge(db, item, { by, before: [] });
    const needs = { approvalsNeeded: approvers, twoBecause: because };
    // It was asked for because one person is not enough.
    if (asked) return { ...needs, approvalsNeeded: 2 };
    if (allows(BANK_LINE, row.state, 'reopen'))
      return { ...needs, approvalsNeeded: createLineProofs(db).reopeners(row, approvers) };
    if (!allows(BANK_LINE, row.state, 'ask')) return needs;
    if (row.side === 'debit')
      return { ...needs, approvalsNeeded: await createLineProofs(db).droppers(row, approvers) };
    const asking = { bySum: approvers, by, judge };
    const approvalsNeeded = await createLineProofs(db).creditors(row, { personId, settlementId }, asking);
    return { ...needs, approvalsNeeded };
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
    const names = await namesOf([...new Set(people)]);
    return Promise.all(
      rows.map(async (row) =>
        bankLineView(row, {
          viewer,
          names,
          steps: steps.filter(({ line_id }) => line_id === row.id),
          alike: alike.get(row.id) ?? [],
          credits: credits.get(row.id) ?? [],
          debits: debits.get(row.id) ?? [],
          isInDoubt: doubted.has(row.id),
          like: liked.find(({ id }) => id === row.repeats_line_id) ?? null,
          ...(await needsOf(row, credits.get(row.id) ?? [], viewer.personId)),
        }),
      ),
    );
  }

  return {
    async list(
      viewer: LineViewer,
      query: Page & {
        state: 'waiting' | 'all' | BankLineState;
        side?: BankSide | undefined;
        statementId?: number | undefined;
      },
    ) {
      const { state, side, statementId, page, size } = query;
      const states =
        state === 'waiting' ? WAITING_BANK_LINES : state === 'all' ? BANK_LINE_STATES : ([state] as const);
      const [found, waiting] = await Promise.all([
        lines.page(
          { states, side, statementId },
          { limit: size, offset: (page - 1) * size, order: state === 'waiting' ? 'earliest' : 'newest' },
        ),
        lines.countWaiting(),
      ]);
      return { items: await shown(found.items, viewer), waiting, total: found.total, page, size };
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
