import { listExport, timeCell, type ExportSource } from '#server/platform/modules/index.ts';
import type { createRehearsalsRepository } from './rehearsals.repository.ts';

/** Rehearsals, for staff. */
export const rehearsalsExport = (
  repository: Pick<ReturnType<typeof createRehearsalsRepository>, 'newest' | 'count'>,
): ExportSource =>
  listExport({
    title: 'console-rehearsals:title',
    right: 'watchRooms',
    filters: {},
    async list({ page, size }) {
      const [items, total] = await Promise.all([
        repository.newest(size, (page - 1) * size),
        repository.count(),
      ]);
      return { items, total };
    },
    id: ({ lotId }) => lotId,
    columns: [
      { head: 'exports:column.lotNumber', kind: 'number', value: ({ lotId }) => lotId },
      {
        head: 'console-rehearsals:ruleSet',
        kind: 'text',
        value: ({ ruleSet }, { text }) => text(`console-rehearsals:set.${ruleSet}`),
      },
      { head: 'console-rehearsals:startPrice', kind: 'money', value: (row) => row.startPriceTiyin },
      { head: 'console-rehearsals:bots', kind: 'number', value: ({ bots }) => bots },
      { head: 'console-rehearsals:startedBy', kind: 'text', value: ({ startedBy }) => startedBy },
      { head: 'exports:column.time', kind: 'time', value: (row) => timeCell(row.startedAtMs) },
      { head: 'console-rehearsals:lastPrice', kind: 'money', value: ({ priceTiyin }) => priceTiyin },
      { head: 'console-rehearsals:prices', kind: 'number', value: ({ count }) => count },
      { head: 'console-rehearsals:endedBy', kind: 'text', value: ({ endedBy }) => endedBy },
    ],
  });
