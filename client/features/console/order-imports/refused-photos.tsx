import { ImageOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { orderImportPhotos, type RefusedPhoto } from '#shared/api/cabinet/order-imports.ts';
import { call } from '#client/lib/api-client.ts';
import type { Column } from '#client/ui/data-table/data-table.tsx';
import { useListPage } from '#client/ui/data-table/list-page.ts';
import { StaffListTable } from '#client/ui/staff-list/staff-table.tsx';
import css from './order-imports.module.css';

const PAGE_SIZE = 20;

const fileName = ({ name }: RefusedPhoto) => <span className={css.long}>{name}</span>;

/** Files of the archive that are not added, each with its reason. */
export function RefusedPhotos({ importId }: { importId: number }) {
  const { t } = useTranslation('console-order-imports');
  const list = useListPage({
    name: 'console-order-import-photos',
    of: importId,
    size: PAGE_SIZE,
    read: ({ page, size, signal }) =>
      call(orderImportPhotos, { params: { importId }, query: { page, size }, signal }),
  });
  const columns: Column<RefusedPhoto>[] = [
    {
      key: 'name',
      head: t('column.photo'),
      main: true,
      cell: fileName,
    },
    { key: 'problem', head: t('column.photoProblem'), cell: ({ problem }) => t(`photoProblem.${problem}`) },
  ];
  return (
    <StaffListTable
      list={list}
      label={t('view.photos')}
      columns={columns}
      rowKey={({ name }) => name}
      empty={{ title: t('noRefusedPhotos'), text: t('noRefusedPhotosText'), icon: ImageOff }}
    />
  );
}
