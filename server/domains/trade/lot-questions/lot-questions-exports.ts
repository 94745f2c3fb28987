import { z } from 'zod';
import {
  listExport,
  lotFilter,
  timeCell,
  type ExportSource,
  type ListColumn,
} from '#server/platform/modules/index.ts';
import type { ReceivedQuestion, StaffQuestion } from '#shared/api/site/lot-questions.ts';
import { LOT_QUESTION_STATES } from '#shared/lifecycles/lot-question.ts';
import type { LotQuestions } from './lot-questions.service.ts';
import type { ModerateQuestions } from './moderate-questions.ts';

type Row = Omit<ReceivedQuestion, 'canAnswer'>;

/** The same for the seller and for staff. */
const COLUMNS: readonly ListColumn<Row>[] = [
  { head: 'exports:column.number', kind: 'number', value: ({ id }) => id },
  { head: 'exports:column.lotNumber', kind: 'number', value: ({ lotId }) => lotId },
  { head: 'exports:column.lot', kind: 'text', value: (row, { language }) => row.title[language] },
  { head: 'lot-questions:column.question', kind: 'text', value: ({ question }) => question.text },
  { head: 'lot-questions:column.asked', kind: 'time', value: ({ question }) => timeCell(question.atMs) },
  { head: 'exports:column.answer', kind: 'text', value: ({ answer }) => answer?.text ?? null },
  { head: 'exports:column.answered', kind: 'time', value: ({ answer }) => timeCell(answer?.atMs ?? null) },
  {
    head: 'lot-questions:column.state',
    kind: 'text',
    value: ({ state }, { text }) => text(`lot-questions:state.${state}`),
  },
  { head: 'exports:column.reason', kind: 'text', value: ({ reason }) => reason },
];

const OF_SELLER = { state: z.enum(['open', 'answered', 'published', 'all']).default('all') };

/** Questions about the person's lots. */
export const receivedQuestionsExport = (questions: Pick<LotQuestions, 'received'>): ExportSource =>
  listExport<typeof OF_SELLER, ReceivedQuestion>({
    title: 'cabinet:page.lot-questions',
    filters: OF_SELLER,
    list: ({ state, ...page }, { personId }) => questions.received(personId, { state, ...page }),
    id: ({ id }) => id,
    columns: COLUMNS,
  });

const OF_STAFF = {
  state: z.enum(['waiting', ...LOT_QUESTION_STATES, 'all']).optional(),
  lot: lotFilter,
};

/** Questions about all lots, for staff. */
export const lotQuestionsExport = (moderation: Pick<ModerateQuestions, 'list'>): ExportSource =>
  listExport<typeof OF_STAFF, StaffQuestion>({
    title: 'console-lot-questions:title',
    right: 'readLotQuestions',
    filters: OF_STAFF,
    // Of one lot whatever was decided about it, as on the screen.
    list: ({ lot, state, ...page }, reader) =>
      moderation.list(reader, {
        state: state ?? (lot ? 'all' : 'waiting'),
        ...page,
        ...(lot && { lotId: lot }),
      }),
    id: ({ id }) => id,
    columns: [
      ...COLUMNS,
      { head: 'exports:column.author', kind: 'text', value: ({ author }) => author?.name ?? null },
      { head: 'exports:column.seller', kind: 'text', value: ({ seller }) => seller?.name ?? null },
      { head: 'exports:column.decidedBy', kind: 'text', value: ({ decidedBy }) => decidedBy },
      { head: 'exports:column.decided', kind: 'time', value: (row) => timeCell(row.decidedAtMs) },
    ],
  });
