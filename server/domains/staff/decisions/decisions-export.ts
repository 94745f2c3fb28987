import { z } from 'zod';
import { listExport, timeCell, type ExportSource } from '#server/platform/modules/index.ts';
import { DECISION_KIND_NAMES, type DecisionFact } from '#shared/decisions/kinds.ts';
import { DECISION_STATES } from '#shared/lifecycles/decision.ts';
import type { ReadDecisions } from './read-decisions.ts';

const moneyOf = (facts: readonly DecisionFact[]): number | null =>
  facts.flatMap((fact) => (fact.type === 'money' ? [fact.tiyin] : []))[0] ?? null;
const lotOf = (facts: readonly DecisionFact[]): number | null =>
  facts.flatMap((fact) => (fact.type === 'lot' ? [fact.lotId] : []))[0] ?? null;

/** What one member of staff proposes and a second person decides, for staff. */
export const decisionsExport = (decisions: Pick<ReadDecisions, 'list'>): ExportSource =>
  listExport({
    title: 'console-decisions:title',
    right: 'readDecisions',
    filters: {
      state: z.enum([...DECISION_STATES, 'all']).default('open'),
      kind: z.enum(DECISION_KIND_NAMES).optional(),
    },
    list: (query, reader) => decisions.list(reader, query),
    id: ({ id }) => id,
    columns: [
      { head: 'exports:column.number', kind: 'number', value: ({ id }) => id },
      {
        head: 'exports:column.kind',
        kind: 'text',
        value: ({ kind }, { text }) => text(`console-decisions:kind.${kind}`),
      },
      { head: 'console-decisions:fact.sum', kind: 'money', value: ({ facts }) => moneyOf(facts) },
      { head: 'exports:column.lotNumber', kind: 'number', value: ({ facts }) => lotOf(facts) },
      { head: 'exports:column.reason', kind: 'text', value: ({ reason }) => reason },
      { head: 'console-decisions:document', kind: 'text', value: ({ document }) => document },
      {
        head: 'console-decisions:column.state',
        kind: 'text',
        value: ({ state }, { text }) => text(`console-decisions:state.${state}`),
      },
      {
        head: 'exports:column.obstacle',
        kind: 'text',
        value: ({ obstacle }, { text }) => obstacle && text(`console-decisions:obstacle.${obstacle}`),
      },
      { head: 'exports:column.proposed', kind: 'time', value: (row) => timeCell(row.proposedAtMs) },
      { head: 'exports:column.proposedBy', kind: 'text', value: ({ proposedBy }) => proposedBy.name },
      { head: 'exports:column.decided', kind: 'time', value: (row) => timeCell(row.decidedAtMs) },
      { head: 'exports:column.decidedBy', kind: 'text', value: ({ decidedBy }) => decidedBy?.name ?? null },
      { head: 'exports:column.note', kind: 'text', value: ({ note }) => note },
    ],
  });
