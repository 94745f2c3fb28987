import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { ArrowLeft, Users } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { z } from 'zod';
import { consoleConsentPeople } from '#shared/api/consent.ts';
import { call } from '#client/lib/api-client.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import { paths } from '#client/lib/paths.ts';
import { DataTable, type Column } from '#client/ui/data-table/data-table.tsx';
import { useTableQuery } from '#client/ui/data-table/table-query.ts';
import { PageTitle } from '#client/ui/page-title.tsx';
import css from './e-signature.module.css';

type Answer = z.output<typeof consoleConsentPeople.answer>['items'][number];

function columnsOf(t: TFunction<'e-signature'>): Column<Answer>[] {
  return [
    { key: 'person', head: t('console.person'), main: true, cell: ({ name }) => name || '—' },
    {
      key: 'answer',
      head: t('console.answer'),
      cell: ({ agreed }) => (
        <span className={css.tag} data-tone={agreed ? 'good' : 'bad'}>
          {t(agreed ? 'console.agreed' : 'console.refused')}
        </span>
      ),
    },
    { key: 'at', head: t('console.at'), cell: ({ at }) => formatDateTimeShort(Date.parse(at)) },
    { key: 'serial', head: t('console.serial'), cell: ({ serial }) => serial ?? '—' },
    { key: 'reason', head: t('console.reason'), cell: ({ reason }) => reason ?? '—' },
  ];
}

/** What people said to one version of the offer, newest first. */
export function ConsentPeople({ version }: { version: number }) {
  const { t } = useTranslation('e-signature');
  const { page, pageTo } = useTableQuery([]);
  const { data, error, refetch } = useQuery({
    queryKey: ['console-consent-people', version, page],
    queryFn: ({ signal }) => call(consoleConsentPeople, { params: { version }, query: { page }, signal }),
  });
  const columns = columnsOf(t);
  const title = t('console.peopleOf', { version });
  return (
    <div className={`${css.page} ${css.console}`}>
      <Link className={css.linkButton} to={paths.console('consents')}>
        <ArrowLeft size={18} aria-hidden />
        {t('console.back')}
      </Link>
      <PageTitle>{title}</PageTitle>
      <DataTable
        label={title}
        columns={columns}
        rows={data?.items}
        rowKey={({ personId, at }) => `${personId} ${at}`}
        error={error}
        onRetry={() => void refetch()}
        empty={{ title: t('console.nobody'), text: t('console.nobodyText'), icon: Users }}
        page={page}
        pageCount={data ? Math.ceil(data.total / data.pageSize) : 1}
        pageTo={pageTo}
      />
    </div>
  );
}
