import { Newspaper, Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { consoleNewsList } from '#shared/api/site/news.ts';
import { STAFF_RIGHTS } from '#shared/api/console/staff-rights.ts';
import { NEWS_STATES } from '#shared/lifecycles/news.ts';
import { call } from '#client/lib/api-client.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import { paths } from '#client/lib/paths.ts';
import { hasRole, useSession } from '#client/lib/session.ts';
import { ButtonLink } from '#client/ui/button-link.tsx';
import type { Column } from '#client/ui/data-table/data-table.tsx';
import { ExportLinks } from '#client/ui/data-table/export-links.tsx';
import { ChoiceFilter } from '#client/ui/data-table/list-filters.tsx';
import { oneOf, useListPage } from '#client/ui/data-table/list-page.ts';
import { StaffListTable } from '#client/ui/staff-list/staff-table.tsx';
import { TableTools } from '#client/ui/data-table/table-tools.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import writing from '#client/ui/writing.module.css';
import { NewsEditor } from './news-editor.tsx';
import { NewsStateBadge } from './news-state-badge.tsx';

const SIZE = 20;
const addressOf = (item: number | 'new') => `${paths.console('news')}?item=${item}`;

/** News for staff: the list, or the item whose number is in the address. Auditors only read. */
export function ConsoleNews() {
  const [search] = useSearchParams();
  const mayWrite = hasRole(
    useSession((state) => state.me),
    STAFF_RIGHTS.writeNews,
  );
  const item = search.get('item');
  if (item === 'new' && mayWrite) return <NewsEditor key="new" id={null} mayWrite />;
  const id = Number(item);
  if (item !== null && Number.isSafeInteger(id) && id > 0)
    return <NewsEditor key={id} id={id} mayWrite={mayWrite} />;
  return <NewsTable mayWrite={mayWrite} />;
}

type Row = Awaited<ReturnType<typeof call<typeof consoleNewsList>>>['items'][number];

function NewsTable({ mayWrite }: { mayWrite: boolean }) {
  const { t } = useTranslation(['console-news', 'staff']);
  const list = useListPage({
    name: 'console-news',
    filters: ['state'],
    size: SIZE,
    read: ({ page, size, filters, signal }) => {
      const state = oneOf(NEWS_STATES, filters.state);
      return call(consoleNewsList, { query: { page, size, ...(state ? { state } : {}) }, signal });
    },
  });
  const title = t('staff:page.news');
  return (
    <>
      <PageTitle
        aside={
          mayWrite ? (
            <ButtonLink to={addressOf('new')} size="md" leftSection={<Plus size={18} aria-hidden />}>
              {t('write')}
            </ButtonLink>
          ) : null
        }
      >
        {title}
      </PageTitle>
      <TableTools>
        <ChoiceFilter
          list={list}
          name="state"
          label={t('stateLabel')}
          none={t('allStates')}
          options={NEWS_STATES.map((value) => ({ value, label: t(`state.${value}`) }))}
        />
      </TableTools>
      <StaffListTable
        exports={<ExportLinks staff list="console-news" filters={list.filters} />}
        list={list}
        label={title}
        columns={useColumns()}
        rowKey={({ id }) => id}
        empty={{ title: t('none'), text: t('noneText'), icon: Newspaper }}
      />
    </>
  );
}

function useColumns(): Column<Row>[] {
  const { t } = useTranslation('console-news');
  return [
    {
      key: 'title',
      head: t('column.title'),
      main: true,
      cell: ({ id, title }) => (
        <Link className={writing.name} to={addressOf(id)}>
          {title || t('untitled')}
        </Link>
      ),
    },
    { key: 'state', head: t('column.state'), cell: ({ state }) => <NewsStateBadge state={state} /> },
    {
      key: 'publish',
      head: t('column.publishAt'),
      cell: ({ publishAtMs }) => (publishAtMs === null ? '—' : formatDateTimeShort(publishAtMs)),
    },
    {
      key: 'changed',
      head: t('column.changed'),
      cell: ({ changedAtMs, changedBy }) => (
        <>
          {formatDateTimeShort(changedAtMs)}
          <span className={writing.small}>{changedBy}</span>
        </>
      ),
    },
  ];
}
