import { Landmark } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { consoleBanks, type ConsoleBank } from '#shared/api/console/console-reference.ts';
import { STAFF_RIGHTS } from '#shared/api/console/staff-rights.ts';
import { call } from '#client/lib/api-client.ts';
import { hasRole, useSession } from '#client/lib/session.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/button.tsx';
import { ListLead, Stacked } from '#client/ui/data-table/cells.tsx';
import type { Column } from '#client/ui/data-table/data-table.tsx';
import { useListPage } from '#client/ui/data-table/list-page.ts';
import { StaffListTable } from '#client/ui/staff-list/staff-table.tsx';
import { TableTools } from '#client/ui/data-table/table-tools.tsx';
import { Field } from '#client/ui/field.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { BanksImport } from './banks-import.tsx';
import { ReferenceHistory } from './history.tsx';
import css from './console-reference.module.css';

const SEARCH_MAX = 60;

/** /console/banks: the directory of banks, and its import. */
export function BanksPage() {
  const { t } = useTranslation('console-reference');
  const mayWrite = hasRole(
    useSession((state) => state.me),
    STAFF_RIGHTS.writeReference,
  );
  const [importing, setImporting] = useState(false);
  const list = useListPage({
    name: 'console-banks',
    filters: ['search'],
    read: ({ page, size, filters: { search }, signal }) =>
      call(consoleBanks, { query: { page, size, ...(search ? { search } : {}) }, signal }),
  });
  return (
    <div className={css.page}>
      <PageTitle
        aside={mayWrite ? <Button onClick={() => setImporting(true)}>{t('bank.import')}</Button> : null}
      >
        {t('bank.title')}
      </PageTitle>
      <ListLead>{t('bank.lead')}</ListLead>
      <TableTools>
        <Field label={t('bank.search')}>
          {(ids) => (
            <input
              {...ids}
              type="search"
              maxLength={SEARCH_MAX}
              value={list.filters.search}
              onChange={({ target }) => list.choose({ search: target.value })}
            />
          )}
        </Field>
      </TableTools>
      <StaffListTable
        list={list}
        label={t('bank.title')}
        columns={useColumns()}
        rowKey={({ id }) => id}
        empty={{ title: t('bank.none'), text: t('bank.lead'), icon: Landmark }}
      />
      <ReferenceHistory kind="bank" />
      {importing ? <BanksImport onClose={() => setImporting(false)} onChange={list.again} /> : null}
    </div>
  );
}

function useColumns(): Column<ConsoleBank>[] {
  const { t } = useTranslation('console-reference');
  return [
    {
      key: 'name',
      head: t('bank.name'),
      main: true,
      cell: ({ name }) => (
        <Stacked>
          {name.uz}
          {name.ru === name.uz ? null : <small>{name.ru}</small>}
        </Stacked>
      ),
    },
    { key: 'mfo', head: t('bank.mfo'), cell: ({ mfo }) => mfo ?? '—' },
    {
      key: 'state',
      head: t('column.state'),
      cell: ({ active }) => (
        <Badge colour={active ? 'success' : 'info'}>{t(active ? 'bank.active' : 'bank.ended')}</Badge>
      ),
    },
  ];
}
