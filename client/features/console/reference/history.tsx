import { useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  referenceHistory,
  type ReferenceHistoryLine,
  type ReferenceKind,
} from '#shared/api/console/console-reference.ts';
import { RULE_SET_NAMES } from '#shared/api/site/lots.ts';
import { call } from '#client/lib/api-client.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import { Button } from '#client/ui/button.tsx';
import { Stacked } from '#client/ui/data-table/cells.tsx';
import { DataTable, type Column } from '#client/ui/data-table/data-table.tsx';
import layout from '#client/ui/layout.module.css';
import css from './console-reference.module.css';

const SIZE = 20;

/** Who changed what and when; a page of lines more with each press. */
export function ReferenceHistory({ kind }: { kind: ReferenceKind }) {
  const { t } = useTranslation('console-reference');
  const [size, setSize] = useState(SIZE);
  const { data, error, refetch } = useQuery({
    queryKey: ['console-reference-history', kind, size],
    queryFn: ({ signal }) => call(referenceHistory, { query: { kind, page: 1, size }, signal }),
    placeholderData: (before) => before,
  });
  return (
    <section className={css.part} aria-labelledby={`history-${kind}`}>
      <h2 id={`history-${kind}`}>{t('history.title')}</h2>
      <DataTable
        label={t('history.title')}
        columns={useColumns()}
        rows={data?.items}
        rowKey={({ id }) => id}
        error={error}
        onRetry={() => void refetch()}
        empty={{ title: t('history.none'), text: t('history.noneText'), icon: History }}
      />
      {data && data.total > data.items.length && size < 100 ? (
        <div className={layout.row2}>
          <Button variant="default" onClick={() => setSize(size + SIZE)}>
            {t('history.more')}
          </Button>
        </div>
      ) : null}
    </section>
  );
}

function useColumns(): Column<ReferenceHistoryLine>[] {
  const { t } = useTranslation('console-reference');
  const nameOf = (subject: string): string =>
    (RULE_SET_NAMES as readonly string[]).includes(subject) ? t(`set.${subject}`) : subject;
  return [
    {
      key: 'what',
      head: t('history.what'),
      main: true,
      cell: ({ action, subject, before, after }) => (
        <Stacked>
          <span>
            {t(`action.${action}`)}: {nameOf(subject)}
          </span>
          {before === null && after === null ? null : (
            <small>{[before, after].filter((each) => each !== null).join(' → ')}</small>
          )}
        </Stacked>
      ),
    },
    { key: 'why', head: t('reason'), cell: ({ reason }) => reason ?? '—' },
    {
      key: 'who',
      head: t('history.who'),
      cell: ({ by, atMs }) => (
        <Stacked>
          {by}
          <small>{formatDateTimeShort(atMs)}</small>
        </Stacked>
      ),
    },
  ];
}
