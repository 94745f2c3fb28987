import type {
  MyQuestion,
  QuestionMove,
  ReceivedQuestion,
  ShownQuestion,
  StaffQuestion,
} from '#shared/api/site/lot-questions.ts';
import { allows } from '#shared/lifecycles/lifecycle.ts';
import { LOT_QUESTION } from '#shared/lifecycles/lot-question.ts';
import { APPROACHABLE_STATUSES } from '#shared/trade/approach.ts';
import type { LotQuestion, LotQuestionRow } from './lot-question-tables.ts';

const questionOf = ({ text, language, asked_at: at }: LotQuestion) => ({
  text,
  language,
  atMs: at.getTime(),
});

/** The answer, approved or not. */
const answerOf = ({ answer, answer_language: language, answered_at: at }: LotQuestion) =>
  answer === null || language === null || at === null ? null : { text: answer, language, atMs: at.getTime() };

/** As everybody sees it: the answer only once it is approved. */
export const shownView = (row: LotQuestion): ShownQuestion => ({
  id: row.id,
  question: questionOf(row),
  answer: row.state === 'published' ? answerOf(row) : null,
  masked: row.masked_at !== null,
});

/** A reason of a returned answer is the seller's. */
export const myView = (row: LotQuestion): MyQuestion => ({
  ...shownView(row),
  state: row.state,
  canWithdraw: allows(LOT_QUESTION, row.state, 'withdraw'),
  reason: row.state === 'refused' || row.state === 'hidden' ? row.reason : null,
});

const ofLot = (row: LotQuestionRow) => ({
  id: row.id,
  lotId: row.lot_id,
  title: row.lot_title,
  lotStatus: row.lot_status,
  state: row.state,
  question: questionOf(row),
  answer: answerOf(row),
  masked: row.masked_at !== null,
  reason: row.reason,
});

export const mayBeAnswered = (row: LotQuestionRow): boolean =>
  allows(LOT_QUESTION, row.state, 'answer') && APPROACHABLE_STATUSES.includes(row.lot_status);

export const receivedView = (row: LotQuestionRow): ReceivedQuestion => ({
  ...ofLot(row),
  canAnswer: mayBeAnswered(row),
});

/** What staff may do about a question now. */
function movesOf(row: LotQuestionRow): QuestionMove[] {
  const { state } = row;
  const decidable =
    allows(LOT_QUESTION, state, 'approve-question') || allows(LOT_QUESTION, state, 'approve-answer');
  const moves: Record<QuestionMove, boolean> = {
    approve: decidable,
    answer: row.seller === null && allows(LOT_QUESTION, state, 'answer-by-staff'),
    refuse: decidable,
    hide: allows(LOT_QUESTION, state, 'hide'),
    mask: allows(LOT_QUESTION, state, 'mask'),
  };
  return (Object.keys(moves) as QuestionMove[]).filter((move) => moves[move]);
}

/** @param hidden whether the reader must not see who asked */
export function staffView(
  row: LotQuestionRow,
  { names, moderates, hidden }: { names: ReadonlyMap<string, string>; moderates: boolean; hidden: boolean },
): StaffQuestion {
  const named = (id: string | null) => (id === null ? null : { id, name: names.get(id) ?? '' });
  return {
    ...ofLot(row),
    author: hidden ? null : named(row.person_id),
    seller: named(row.seller),
    version: row.version,
    decidedBy: named(row.decided_by)?.name ?? null,
    decidedAtMs: row.decided_at?.getTime() ?? null,
    may: moderates ? movesOf(row) : [],
  };
}
