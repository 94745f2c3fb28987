import { z } from 'zod';
import {
  FEW_ROWS,
  listExport,
  lotFilter,
  timeCell,
  type ExportSource,
  type ListColumn,
} from '#server/platform/modules/index.ts';
import type { MyProtest, StaffProtest } from '#shared/api/cabinet/protests.ts';
import { PROTEST_STATES } from '#shared/lifecycles/protest.ts';
import type { Protests } from './protests.service.ts';

type Protest = Pick<
  MyProtest,
  | 'id'
  | 'lotId'
  | 'title'
  | 'filedAtMs'
  | 'text'
  | 'answer'
  | 'state'
  | 'admitByMs'
  | 'answerByMs'
  | 'decidedAtMs'
  | 'decision'
> & { bidderNumber: number | null };

/** The same for its author and for staff. */
const ABOUT: readonly ListColumn<Protest>[] = [
  { head: 'exports:column.number', kind: 'number', value: ({ id }) => id },
  { head: 'exports:column.lotNumber', kind: 'number', value: ({ lotId }) => lotId },
  { head: 'console-protests:column.lot', kind: 'text', value: (row, { language }) => row.title[language] },
  { head: 'exports:column.participant', kind: 'number', value: (row) => row.bidderNumber },
];
const WORDS: readonly ListColumn<Protest>[] = [
  { head: 'exports:column.filed', kind: 'time', value: (row) => timeCell(row.filedAtMs) },
  { head: 'exports:column.text', kind: 'text', value: ({ text }) => text },
  {
    head: 'exports:column.answer',
    kind: 'text',
    value: ({ answer }, { text }) => answer && `${text(`protests:answer.${answer.verdict}`)}: ${answer.text}`,
  },
  { head: 'exports:column.answered', kind: 'time', value: ({ answer }) => timeCell(answer?.atMs ?? null) },
  {
    head: 'console-protests:column.state',
    kind: 'text',
    value: (row, { text }) => text(`protests:state.${row.state}`),
  },
  { head: 'exports:column.admitBy', kind: 'time', value: (row) => timeCell(row.admitByMs) },
  { head: 'exports:column.answerBy', kind: 'time', value: (row) => timeCell(row.answerByMs) },
  { head: 'protests:decision', kind: 'text', value: ({ decision }) => decision },
  { head: 'exports:column.decided', kind: 'time', value: (row) => timeCell(row.decidedAtMs) },
];

const OWN: readonly ListColumn<MyProtest>[] = [...ABOUT, ...WORDS];

const NO_FILTERS = {};

/** The person's own protests. */
export const myProtestsExport = (protests: Pick<Protests, 'mine'>): ExportSource =>
  listExport<typeof NO_FILTERS, MyProtest>({
    title: 'cabinet:page.protests',
    filters: NO_FILTERS,
    list: (page, { personId }) => protests.mine(personId, page),
    id: ({ id }) => id,
    columns: OWN,
  });

const OF_ALL: readonly ListColumn<StaffProtest>[] = [
  ...ABOUT,
  {
    head: 'exports:column.author',
    kind: 'text',
    value: ({ author }, { text }) => (author ? author.name : text('console-protests:hidden')),
  },
  {
    head: 'exports:column.seller',
    kind: 'text',
    value: ({ author, customer }, { text }) =>
      author ? (customer?.name ?? null) : text('console-protests:hidden'),
  },
  { head: 'exports:column.orderNumber', kind: 'number', value: ({ orderId }) => orderId },
  ...WORDS,
  {
    head: 'exports:column.files',
    kind: 'text',
    value: ({ files }) => files.map(({ name }) => name).join('; '),
  },
];

const FILTERS = {
  state: z.enum(['decide', 'open', ...PROTEST_STATES, 'all']).optional(),
  lot: lotFilter,
};

/** Protests of all participants, for staff; in lots the reader has a part in, people stay hidden. */
export const protestsExport = (protests: Pick<Protests, 'list'>): ExportSource =>
  listExport<typeof FILTERS, StaffProtest>({
    title: 'console-protests:title',
    right: 'readProtests',
    // Each row asks for its files.
    rowsAtOnce: FEW_ROWS,
    filters: FILTERS,
    // Of one lot whatever was decided about it, as on the screen.
    list: ({ lot, state, ...page }, reader) =>
      protests.list(reader, {
        state: state ?? (lot ? 'all' : 'decide'),
        ...page,
        ...(lot && { lotId: lot }),
      }),
    id: ({ id }) => id,
    columns: OF_ALL,
  });
