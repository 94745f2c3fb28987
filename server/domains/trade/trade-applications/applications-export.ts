import { z } from 'zod';
import { exportSource, pageOf, type ExportSource } from '#server/platform/modules/index.ts';
import { periodFields } from '#shared/api/period.ts';
import { APPLICATION_STATUSES } from '#shared/lifecycles/trade-application.ts';
import type { TradeApplicationsService } from './trade-applications.service.ts';

/** The person's applications for lots as the table shows them. */
export const applicationsExport = (applications: Pick<TradeApplicationsService, 'mineList'>): ExportSource =>
  exportSource({
    title: 'cabinet:page.applications',
    filters: {
      ...periodFields,
      status: z.enum(APPLICATION_STATUSES).optional(),
      lot: z
        .string()
        .regex(/^\d{1,15}$/)
        .transform(Number)
        .optional(),
    },
    columns: [
      { key: 'number', head: 'applications:table.lotNumber', kind: 'text' },
      { key: 'title', head: 'applications:table.lot', kind: 'text' },
      { key: 'status', head: 'applications:table.status', kind: 'text' },
      { key: 'own', head: 'applications:table.number', kind: 'number' },
      { key: 'deposit', head: 'applications:table.deposit', kind: 'money' },
      { key: 'state', head: 'exports:column.depositState', kind: 'text' },
      { key: 'at', head: 'applications:table.applied', kind: 'time' },
    ],
    async page({ personId, filters: { status, lot, from, to }, language, text, ...cut }) {
      const { items, total } = await applications.mineList(personId, {
        ...pageOf(cut),
        state: 'all',
        status,
        lot,
        from,
        to,
      });
      const rows = items.map((row) => ({
        id: row.lotId,
        number: row.lotNumber,
        title: row.title[language],
        status: text(`applications:status.${row.status}`),
        own: row.number,
        deposit: row.deposit === 'none' ? null : row.depositTiyin,
        state: text(`applications:depositState.${row.deposit}`),
        at: new Date(row.appliedAtMs),
      }));
      return { total, rows };
    },
  });
