import type { TFunction } from 'i18next';
import { ArrowLeft, Users } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { z } from 'zod';
import { consoleConsentPeople } from '#shared/api/cabinet/consent.ts';
import { call } from '#client/lib/api-client.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import { paths } from '#client/lib/paths.ts';
import { Badge } from '#client/ui/badge.tsx';
import type { Column } from '#client/ui/data-table/data-table.tsx';
import { ExportLinks } from '#client/ui/data-table/export-links.tsx';
import { useListPage } from '#client/ui/data-table/list-page.ts';
import { StaffListTable } from '#client/ui/staff-list/staff-table.tsx';
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
        <Badge colour={agreed ? 'success' : 'danger'}>
          {t(agreed ? 'console.agreed' : 'console.refused')}
        </Badge>
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
  const list = useListPage({
    name: 'console-consent-people',
    of: version,
    read: ({ page, signal }) => call(consoleConsentPeople, { params: { version }, query: { page }, signal }),
  });
  const columns = columnsOf(t);
  const title = t('console.peopleOf', { version });
  return (
    <>
      <Link className={css.linkButton} to={paths.console('consents')}>
        <ArrowLeft size={18} aria-hidden />
        {t('console.back')}
      </Link>
      <PageTitle>{title}</PageTitle>
      <StaffListTable
        exports={<ExportLinks staff list="console-consent-people" filters={{ version: String(version) }} />}
        list={list}
        label={title}
        columns={columns}
        rowKey={({ personId, at }) => `${personId} ${at}`}
        empty={{ title: t('console.nobody'), text: t('console.nobodyText'), icon: Users }}
      />
    </>
  );
}
