import { z } from 'zod';
import {
  FEW_ROWS,
  listExport,
  lotFilter,
  timeCell,
  type ExportSource,
  type ListColumn,
} from '#server/platform/modules/index.ts';
import type { DebarmentProposal, ConsoleBar } from '#shared/api/console/console-debarments.ts';
import { BAR_STATES } from '#shared/lifecycles/bar.ts';
import { BAR_CAUSES } from '#shared/limits/debarments.ts';
import type { ReadBars } from './read-debarments.ts';

type Shared = Pick<ConsoleBar, 'id' | 'person' | 'lot' | 'causeName'>;

/** Persons are masked as on the screen. */
const ABOUT: readonly ListColumn<Shared>[] = [
  { head: 'exports:column.number', kind: 'number', value: ({ id }) => id },
  { head: 'console-bars:column.person', kind: 'text', value: ({ person }) => person.name },
  { head: 'exports:column.nationalId', kind: 'text', value: ({ person }) => person.idMasked },
  {
    head: 'console-bars:column.cause',
    kind: 'text',
    value: ({ causeName }, { language }) => causeName && causeName[language],
  },
  { head: 'exports:column.lotNumber', kind: 'number', value: ({ lot }) => lot?.id ?? null },
];
const evidenceOf = ({ evidence }: Pick<ConsoleBar, 'evidence'>): string =>
  evidence.map(({ name }) => name).join('; ');

const BAR: readonly ListColumn<ConsoleBar>[] = [
  ...ABOUT,
  { head: 'console-bars:reason', kind: 'text', value: ({ reason }) => reason },
  { head: 'exports:column.firstDay', kind: 'day', value: ({ startDate }) => startDate },
  { head: 'exports:column.lastDay', kind: 'day', value: ({ endDate }) => endDate },
  {
    head: 'console-bars:column.state',
    kind: 'text',
    value: (row, { text }) => text(`console-bars:state.${row.state}`),
  },
  {
    head: 'console-bars:column.by',
    kind: 'text',
    value: ({ by }, { text }) => (by ? `${by.proposed}, ${by.approved}` : text('console-bars:byRules')),
  },
  { head: 'exports:column.evidence', kind: 'text', value: evidenceOf },
  { head: 'exports:column.lifted', kind: 'time', value: ({ lifted }) => timeCell(lifted?.atMs ?? null) },
  {
    head: 'exports:column.liftedBy',
    kind: 'text',
    value: ({ lifted }) => lifted && `${lifted.proposed}, ${lifted.approved}`,
  },
  { head: 'exports:column.liftReason', kind: 'text', value: ({ lifted }) => lifted?.reason ?? null },
];

const BAR_FILTERS = {
  state: z.enum([...BAR_STATES, 'all']).default('in-force'),
  cause: z.enum(BAR_CAUSES).optional(),
  lot: lotFilter,
};

/** Who is barred from auctions, for staff. */
export const barsExport = (reading: Pick<ReadBars, 'bars'>): ExportSource =>
  listExport<typeof BAR_FILTERS, ConsoleBar>({
    title: 'console-bars:title',
    right: 'readBars',
    // Each row asks for its evidence.
    rowsAtOnce: FEW_ROWS,
    filters: BAR_FILTERS,
    list: ({ lot, ...query }, reader) => reading.bars(reader, { ...query, lotId: lot }),
    id: ({ id }) => id,
    columns: BAR,
  });

const PROPOSAL: readonly ListColumn<DebarmentProposal>[] = [
  ...ABOUT,
  {
    head: 'console-bars:column.what',
    kind: 'text',
    value: ({ kind, barId }, { text }) =>
      kind === 'lift' && barId !== null
        ? text('console-bars:kind.liftOf', { id: barId })
        : text('console-bars:kind.add'),
  },
  { head: 'exports:column.lastDay', kind: 'day', value: ({ lastDay }) => lastDay },
  { head: 'console-bars:reason', kind: 'text', value: ({ reason }) => reason },
  { head: 'exports:column.evidence', kind: 'text', value: evidenceOf },
  {
    head: 'console-bars:column.state',
    kind: 'text',
    value: (row, { text }) => text(`console-bars:proposalState.${row.state}`),
  },
  { head: 'exports:column.proposed', kind: 'time', value: ({ proposed }) => timeCell(proposed.atMs) },
  { head: 'exports:column.proposedBy', kind: 'text', value: ({ proposed }) => proposed.by },
  {
    head: 'exports:column.decided',
    kind: 'time',
    value: ({ decided }) => timeCell(decided?.atMs ?? null),
  },
  { head: 'exports:column.decidedBy', kind: 'text', value: ({ decided }) => decided?.by ?? null },
  { head: 'exports:column.note', kind: 'text', value: ({ decided }) => decided?.note ?? null },
];

const PROPOSAL_FILTERS = { state: z.enum(['waiting', 'all']).default('waiting') };

/** Proposals to bar people and to lift bars, for staff; drafts of others are left out, as on the screen. */
export const barProposalsExport = (reading: Pick<ReadBars, 'proposals'>): ExportSource =>
  listExport<typeof PROPOSAL_FILTERS, DebarmentProposal>({
    title: 'console-bars:proposals.title',
    right: 'readBars',
    rowsAtOnce: FEW_ROWS,
    filters: PROPOSAL_FILTERS,
    list: (query, reader) => reading.proposals(reader, query),
    id: ({ id }) => id,
    columns: PROPOSAL,
  });
