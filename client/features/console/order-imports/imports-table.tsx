import { FileUp } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { orderImports, type OrderImport } from '#shared/api/cabinet/order-imports.ts';
import { STAFF_RIGHTS } from '#shared/api/console/staff-rights.ts';
import { IMPORTED_ROW_STATES } from '#shared/lifecycles/imported-row.ts';
import { ORDER_IMPORT_COLOURS } from '#shared/lifecycles/order-import.ts';
import { call } from '#client/lib/api-client.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import { paths } from '#client/lib/paths.ts';
import { hasRole, useSession } from '#client/lib/session.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/button.tsx';
import { Stacked } from '#client/ui/data-table/cells.tsx';
import type { Column } from '#client/ui/data-table/data-table.tsx';
import { useListPage } from '#client/ui/data-table/list-page.ts';
import { ListScreen } from '#client/ui/staff-list/list-screen.tsx';
import { UploadDialog } from './upload-dialog.tsx';

const PAGE_SIZE = 20;
const ASK_MS = 10_000;

/** /console/order-imports: files of lots that staff uploaded, and what became of their rows. */
export function ImportsTable() {
  const { t } = useTranslation('console-order-imports');
  const [uploading, setUploading] = useState(false);
  const mayAct = hasRole(
    useSession((state) => state.me),
    STAFF_RIGHTS.importOrders,
  );
  const list = useListPage({
    name: 'console-order-imports',
    size: PAGE_SIZE,
    refreshMs: ASK_MS,
    read: ({ page, size, signal }) => call(orderImports, { query: { page, size }, signal }),
  });
  return (
    <ListScreen
      list={list}
      title={t('title')}
      count={undefined}
      lead={t('lead')}
      aside={
        mayAct ? (
          <Button size="md" leftSection={<FileUp size={18} aria-hidden />} onClick={() => setUploading(true)}>
            {t('upload')}
          </Button>
        ) : null
      }
      columns={useColumns()}
      rowKey={({ id }) => id}
      empty={{ title: t('none'), text: t('noneText'), icon: FileUp }}
    >
      {uploading ? <UploadDialog onClose={() => setUploading(false)} /> : null}
    </ListScreen>
  );
}

function useColumns(): Column<OrderImport>[] {
  const { t } = useTranslation('console-order-imports');
  return [
    {
      key: 'file',
      head: t('column.file'),
      main: true,
      cell: ({ id, fileName, uploadedBy, uploadedAtMs }) => (
        <Stacked>
          <Link to={paths.orderImport(id)}>{fileName}</Link>
          <small>{t('by', { name: uploadedBy, time: formatDateTimeShort(uploadedAtMs) })}</small>
        </Stacked>
      ),
    },
    { key: 'organisation', head: t('column.organisation'), cell: ({ organisation }) => organisation.name },
    {
      key: 'state',
      head: t('column.importState'),
      cell: ({ state }) => <Badge colour={ORDER_IMPORT_COLOURS[state]}>{t(`importState.${state}`)}</Badge>,
    },
    {
      key: 'rows',
      head: t('column.rows'),
      cell: ({ counts }) => (
        <Stacked>
          {IMPORTED_ROW_STATES.filter((state) => counts[state] > 0).map((state) => (
            <span key={state}>
              {t(`row.${state}`)}: {counts[state]}
            </span>
          ))}
        </Stacked>
      ),
    },
  ];
}
