import type {
  DebarmentProposal,
  BarProposalMove,
  ConsoleBar,
} from '#shared/api/console/console-debarments.ts';
import type { DocumentView } from '#shared/api/cabinet/files.ts';
import type { LocalizedText } from '#shared/i18n/localized.ts';
import { BAR_PROPOSAL, UNFINISHED_BAR_PROPOSALS } from '#shared/lifecycles/bar-proposal.ts';
import { BAR, type BarState } from '#shared/lifecycles/bar.ts';
import { allows, stateAfter } from '#shared/lifecycles/lifecycle.ts';
import { BAR_MONTHS } from '#shared/limits/debarments.ts';
import { monthsOn } from '#shared/time/months-on.ts';
import { tashkentDay } from '#shared/time/tashkent.ts';
import { daysLeft } from './sanctions.service.ts';
import type { StoredBar, StoredProposal } from './sanctions-tables.ts';

/** Of who reads: the account, and whether it may propose and decide. */
export interface BarViewer {
  personId: string;
  decides: boolean;
}

type Titles = ReadonlyMap<number, LocalizedText>;
const lotOf = (lotId: number | null, titles: Titles) =>
  lotId === null ? null : { id: lotId, title: titles.get(lotId) ?? null };

export function barStateOn(today: string, bar: Pick<StoredBar, 'lifted_at' | 'end_date'>): BarState {
  if (bar.lifted_at) return stateAfter(BAR, 'lift');
  return bar.end_date < today ? stateAfter(BAR, 'end') : stateAfter(BAR, 'impose');
}

/** The last barred day of a bar that is made now. */
export const lastDayOf = (
  { cause, last_day: named }: Pick<StoredProposal, 'cause' | 'last_day'>,
  nowMs: number,
) => named ?? monthsOn(nowMs, (cause && BAR_MONTHS[cause]) ?? 0);

/** @param proposals of this bar: unfinished and approved ones */
export function barView(
  bar: StoredBar,
  shown: {
    proposals: readonly StoredProposal[];
    evidence: ReadonlyMap<number, DocumentView[]>;
    titles: Titles;
    viewer: BarViewer;
    nowMs: number;
  },
): ConsoleBar {
  const { proposals, evidence, titles, viewer } = shown;
  const today = tashkentDay(shown.nowMs);
  const state = barStateOn(today, bar);
  const approved = stateAfter(BAR_PROPOSAL, 'approve');
  const isDone = (kind: StoredProposal['kind']) =>
    proposals.find((each) => each.kind === kind && each.state === approved);
  const [made, lifted] = [isDone('add'), isDone('lift')];
  const names = (row: StoredProposal) => ({
    proposed: row.proposed_by_name,
    approved: row.decided_by_name ?? '',
  });
  const unfinished = proposals.some(({ state: of }) =>
    (UNFINISHED_BAR_PROPOSALS as readonly string[]).includes(of),
  );
  return {
    id: bar.id,
    person: { name: bar.name_masked, idMasked: bar.id_masked },
    lot: lotOf(bar.lot_id, titles),
    cause: bar.cause,
    causeName: bar.cause_name,
    reason: bar.reason,
    by: made ? names(made) : null,
    startDate: bar.start_date,
    endDate: bar.end_date,
    state,
    remainingDays: state === 'in-force' ? daysLeft(today, bar.end_date) : 0,
    lifted:
      lifted && bar.lifted_at
        ? { ...names(lifted), atMs: bar.lifted_at.getTime(), reason: lifted.reason }
        : null,
    evidence: [made, lifted].flatMap((row) => (row ? (evidence.get(row.id) ?? []) : [])),
    mayLift: viewer.decides && allows(BAR, state, 'lift') && !unfinished,
  };
}

export function proposalView(
  row: StoredProposal,
  shown: {
    /** Last day of the bar to lift, or of the bar that was made. */
    endDate: string | null;
    evidence: readonly DocumentView[];
    titles: Titles;
    viewer: BarViewer;
    nowMs: number;
  },
): DebarmentProposal {
  const { viewer } = shown;
  const own = row.proposed_by === viewer.personId;
  const over = row.expires_at.getTime() <= shown.nowMs;
  const MAY: Readonly<Record<BarProposalMove, boolean>> = {
    submit: own,
    withdraw: own,
    approve: !own,
    'turn-down': !own,
  };
  const may = (Object.keys(MAY) as BarProposalMove[]).filter(
    (move) => viewer.decides && !over && MAY[move] && allows(BAR_PROPOSAL, row.state, move),
  );
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    person: { name: row.name_masked, idMasked: row.id_masked },
    barId: row.bar_id,
    lot: lotOf(row.lot_id, shown.titles),
    cause: row.cause,
    causeName: row.cause_name,
    lastDay: shown.endDate ?? lastDayOf(row, shown.nowMs),
    reason: row.reason,
    proposed: { by: row.proposed_by_name, atMs: row.created_at.getTime(), own },
    expiresAtMs: row.expires_at.getTime(),
    decided: row.decided_at
      ? { by: row.decided_by_name ?? '', atMs: row.decided_at.getTime(), note: row.note }
      : null,
    evidence: [...shown.evidence],
    may,
  };
}
