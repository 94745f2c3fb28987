import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { FileSignature, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { z } from 'zod';
import { consoleConsents } from '#shared/api/cabinet/consent.ts';
import { STAFF_RIGHTS } from '#shared/api/console/staff-rights.ts';
import { dayText } from '#shared/time/tashkent.ts';
import { call } from '#client/lib/api-client.ts';
import { hasRole, useSession } from '#client/lib/session.ts';
import { Button } from '#client/ui/button.tsx';
import { DataTable, type Column } from '#client/ui/data-table/data-table.tsx';
import { ExportLinks } from '#client/ui/data-table/export-links.tsx';
import { TableTools } from '#client/ui/data-table/table-tools.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { ConsentPeople } from './consent-people.tsx';
import { NewVersion } from './new-version.tsx';
import css from './e-signature.module.css';

const VERSIONS_QUERY = ['console-consents'];

type Version = z.output<typeof consoleConsents.answer>[number];

function columnsOf(t: TFunction<'e-signature'>, onShow: (version: number) => void): Column<Version>[] {
  return [
    {
      key: 'version',
      head: t('console.column.version'),
      main: true,
      cell: (row) => t('consent.version', { version: row.version }),
    },
    {
      key: 'effective',
      head: t('console.column.effective'),
      cell: ({ effectiveOn }) => dayText(effectiveOn),
    },
    { key: 'deadline', head: t('console.column.deadline'), cell: ({ deadlineOn }) => dayText(deadlineOn) },
    { key: 'by', head: t('console.column.by'), cell: ({ addedBy }) => addedBy ?? t('console.shipped') },
    { key: 'agreed', head: t('console.column.agreed'), end: true, cell: ({ agreedCount }) => agreedCount },
    {
      key: 'refused',
      head: t('console.column.refused'),
      end: true,
      cell: ({ refusedCount }) => refusedCount,
    },
    {
      key: 'people',
      head: t('console.people'),
      cell: (row) => (
        <button
          type="button"
          className={css.linkButton}
          aria-label={`${t('console.show')}: ${t('console.peopleOf', { version: row.version })}`}
          onClick={() => onShow(row.version)}
        >
          {t('console.show')}
        </button>
      ),
    },
  ];
}

/** /console/consents: versions of the offer, who answered to each, and a new one. */
export function ConsoleConsents() {
  const { t } = useTranslation('e-signature');
  const me = useSession((state) => state.me);
  const [search, setSearch] = useSearchParams();
  const [adding, setAdding] = useState(false);
  const version = Number(search.get('version') ?? 0);
  const { data, error, refetch } = useQuery({
    queryKey: VERSIONS_QUERY,
    queryFn: () => call(consoleConsents),
  });

  if (adding && data) return <NewVersion from={data[0]?.version ?? null} onClose={() => setAdding(false)} />;
  if (Number.isInteger(version) && version > 0) return <ConsentPeople version={version} />;

  const columns = columnsOf(t, (shown) => setSearch({ version: String(shown) }));
  const add = hasRole(me, STAFF_RIGHTS.publishConsents) ? (
    <Button
      size="md"
      leftSection={<Plus size={18} aria-hidden />}
      disabled={!data}
      onClick={() => setAdding(true)}
    >
      {t('console.new')}
    </Button>
  ) : null;
  return (
    <>
      <PageTitle aside={add}>{t('console.title')}</PageTitle>
      <p className={css.lead}>{t('console.lead')}</p>
      <TableTools exports={<ExportLinks staff list="console-consents" filters={{}} />} />
      <DataTable
        label={t('console.title')}
        columns={columns}
        rows={data}
        rowKey={(row) => row.version}
        error={error}
        onRetry={() => void refetch()}
        empty={{ title: t('console.none'), text: t('console.noneText'), icon: FileSignature }}
      />
    </>
  );
}
