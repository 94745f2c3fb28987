import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FileX } from 'lucide-react';
import { useEffect, useRef, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { orderImport } from '#shared/api/cabinet/order-imports.ts';
import { ORDER_IMPORT_COLOURS, WORKED_IMPORTS } from '#shared/lifecycles/order-import.ts';
import { call } from '#client/lib/api-client.ts';
import { ApiError } from '#client/lib/api-error.ts';
import { paths } from '#client/lib/paths.ts';
import { BackLink } from '#client/ui/back-link.tsx';
import { NotRead } from '#client/ui/not-read.tsx';
import { Badge } from '#client/ui/badge.tsx';
import { ButtonLink } from '#client/ui/button-link.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { Tabs } from '#client/ui/tabs.tsx';
import { ImportActions, type SignPart } from './import-actions.tsx';
import { ColumnsForm } from './columns-form.tsx';
import { ImportFacts } from './import-facts.tsx';
import { RefusedPhotos } from './refused-photos.tsx';
import { RowsTable } from './rows-table.tsx';
import css from './order-imports.module.css';

const VIEWS = ['rows', 'photos'] as const;
/** While the worker is at it. */
const LIVE_MS = 2_000;

interface ImportPageProps {
  importId: number;
  Sign: ComponentType<SignPart>;
  signTitle: string;
}

/** /console/order-imports/{id}: what the file holds, what became of each row, and what staff do next. */
export function ImportPage({ importId, Sign, signTitle }: ImportPageProps) {
  const { t } = useTranslation('console-order-imports');
  const queries = useQueryClient();
  const [query, setQuery] = useSearchParams();
  const { data, error, refetch } = useQuery({
    queryKey: ['console-order-import', importId],
    queryFn: ({ signal }) => call(orderImport, { params: { importId }, signal }),
    refetchInterval: ({ state }) =>
      state.data && (WORKED_IMPORTS as readonly string[]).includes(state.data.state) ? LIVE_MS : false,
  });
  useRowsOfState(importId, data && JSON.stringify([data.state, data.counts, data.photos]));

  if (!data)
    return error instanceof ApiError && error.status === 404 ? (
      <EmptyState page icon={FileX} title={t('notFound')} text={t('notFoundText')}>
        <ButtonLink to={paths.console('order-imports')}>{t('back')}</ButtonLink>
      </EmptyState>
    ) : (
      <NotRead page error={error} onRetry={() => void refetch()} height={420} />
    );
  const changed = () => void queries.invalidateQueries({ queryKey: ['console-order-import', importId] });
  const view = VIEWS.find((each) => each === query.get('view')) ?? 'rows';
  return (
    <div className={css.page}>
      <nav aria-label={t('back')}>
        <BackLink to={paths.console('order-imports')}>{t('back')}</BackLink>
      </nav>
      <div className={css.head}>
        <PageTitle>{t('heading', { number: data.id })}</PageTitle>
        <Badge colour={ORDER_IMPORT_COLOURS[data.state]}>{t(`importState.${data.state}`)}</Badge>
      </div>
      <ImportFacts found={data} />
      {data.may.includes('map-columns') ? <ColumnsForm found={data} onChanged={changed} /> : null}
      <ImportActions found={data} Sign={Sign} signTitle={signTitle} onChanged={changed} />
      <Tabs
        label={t('heading', { number: data.id })}
        active={view}
        // Another view has filters of its own.
        onChange={(key) => setQuery(key === 'rows' ? {} : { view: key })}
        tabs={VIEWS.map((key) => ({ key, label: t(`view.${key}`) }))}
      >
        {view === 'rows' ? <RowsTable found={data} /> : <RefusedPhotos importId={importId} />}
      </Tabs>
    </div>
  );
}

/** The rows that are shown follow the state of their import. */
function useRowsOfState(importId: number, state: string | undefined): void {
  const queries = useQueryClient();
  const seen = useRef(state);
  useEffect(() => {
    if (seen.current !== undefined && seen.current !== state)
      for (const name of ['console-order-import-rows', 'console-order-import-photos'])
        void queries.invalidateQueries({ queryKey: [name, importId] });
    seen.current = state;
  }, [queries, importId, state]);
}
