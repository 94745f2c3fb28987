import { z } from 'zod';
import { lotStatusName } from '#server/domains/content/reference/index.ts';
import { listExport, lotFilter, timeCell, type ExportSource } from '#server/platform/modules/index.ts';
import { DEPOSIT_STATES } from '#shared/lifecycles/deposit.ts';
import { APPLICATION_STATUSES } from '#shared/lifecycles/trade-application.ts';
import type { ConsoleRoomsService } from './console-rooms.service.ts';
import type { TradeApplicationsService } from './trade-applications.service.ts';

/** Everybody's applications, for staff; in lots the reader has a part in, persons and limits stay hidden. */
export const consoleApplicationsExport = (
  applications: Pick<TradeApplicationsService, 'all'>,
): ExportSource =>
  listExport({
    title: 'staff:page.applications',
    right: 'readApplications',
    filters: {
      status: z.enum(APPLICATION_STATUSES).optional(),
      deposit: z.enum(DEPOSIT_STATES).optional(),
      lot: lotFilter,
    },
    list: (query, { personId }) => applications.all({ personId }, query),
    id: ({ id }) => id,
    columns: [
      { head: 'applications:table.lotNumber', kind: 'text', value: ({ lotNumber }) => lotNumber },
      { head: 'applications:table.lot', kind: 'text', value: (row, { language }) => row.title[language] },
      {
        head: 'applications:table.person',
        kind: 'text',
        value: ({ person }, { text }) =>
          person ? person.name || person.id : text('applications:console.hidden'),
      },
      { head: 'exports:column.participantNumber', kind: 'number', value: ({ number }) => number },
      {
        head: 'applications:table.status',
        kind: 'text',
        value: ({ status }, { text }) => text(`applications:status.${status}`),
      },
      { head: 'exports:column.reason', kind: 'text', value: ({ revokedBecause }) => revokedBecause },
      {
        head: 'applications:table.lotStatus',
        kind: 'text',
        value: ({ lotStatus }, { language }) => lotStatusName(lotStatus)[language],
      },
      {
        head: 'applications:table.deposit',
        kind: 'money',
        value: ({ deposit, depositTiyin }) => (deposit === 'none' ? null : depositTiyin),
      },
      {
        head: 'exports:column.depositState',
        kind: 'text',
        value: ({ deposit }, { text }) => text(`applications:depositState.${deposit}`),
      },
      { head: 'applications:table.limit', kind: 'money', value: ({ limitTiyin }) => limitTiyin },
      { head: 'applications:table.applied', kind: 'time', value: (row) => timeCell(row.appliedAtMs) },
    ],
  });

/** Rooms as the board shows them at this moment, for staff. */
export const consoleRoomsExport = (rooms: Pick<ConsoleRoomsService, 'board'>): ExportSource =>
  listExport({
    title: 'console:title',
    right: 'watchRooms',
    filters: {},
    async list({ page, size }) {
      const all = await rooms.board();
      return { items: all.slice((page - 1) * size, page * size), total: all.length };
    },
    id: ({ lotId }) => lotId,
    columns: [
      { head: 'exports:column.lotNumber', kind: 'text', value: ({ number }) => number },
      { head: 'console:column.room', kind: 'text', value: (row, { language }) => row.title[language] },
      {
        head: 'console:column.phase',
        kind: 'text',
        value: ({ phase }, { text }) => text(`console:state.${phase}`),
      },
      {
        head: 'exports:column.reason',
        kind: 'text',
        value: ({ pauseCause, pauseReason }, { text }) =>
          pauseCause && [text(`console:cause.${pauseCause}`), pauseReason].filter(Boolean).join(': '),
      },
      {
        head: 'exports:column.outcome',
        kind: 'text',
        value: ({ outcome }, { text }) => outcome && text(`console:outcome.${outcome}`),
      },
      { head: 'console:column.price', kind: 'money', value: ({ priceTiyin }) => priceTiyin },
      { head: 'exports:column.prices', kind: 'number', value: ({ count }) => count },
      { head: 'exports:column.leader', kind: 'number', value: ({ leaderNumber }) => leaderNumber },
      { head: 'exports:column.opens', kind: 'time', value: (row) => timeCell(row.opensAtMs) },
      { head: 'console:column.end', kind: 'time', value: (row) => timeCell(row.deadlineMs) },
      { head: 'exports:column.extensions', kind: 'number', value: ({ extensions }) => extensions },
      { head: 'console:column.people', kind: 'number', value: ({ participants }) => participants },
      { head: 'console:column.connected', kind: 'number', value: ({ connected }) => connected },
      { head: 'exports:column.viewers', kind: 'number', value: ({ viewers }) => viewers },
      { head: 'console:column.answerP50', kind: 'number', value: ({ answerP50Ms }) => answerP50Ms },
      { head: 'console:column.answerP99', kind: 'number', value: ({ answerP99Ms }) => answerP99Ms },
      { head: 'console:column.journalMs', kind: 'number', value: ({ journalLagMs }) => journalLagMs },
      {
        head: 'console:column.refusals',
        kind: 'number',
        value: ({ refusals }) => Object.values(refusals).reduce((sum, count) => sum + count, 0),
      },
    ],
  });
