import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { openDataList, type OpenDataVersion } from '#shared/api/site/open-data.ts';
import { ALL_DAYS, openDataFileName } from '#shared/open-data/open-data-files.ts';
import { dayText } from '#shared/time/tashkent.ts';
import { call } from '#client/lib/api-client.ts';
import { formatDateTime } from '#client/lib/format/date.ts';
import { fileSize } from '#client/lib/format/file-size.ts';
import { recovering } from '#client/lib/recover.ts';
import { useTableQuery } from '#client/ui/data-table/table-query.ts';
import { ErrorState } from '#client/ui/error-state.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { Pagination } from '#client/ui/pagination.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import layout from '#client/ui/layout.module.css';
import { DataDictionary } from './data-dictionary.tsx';
import css from './open-data.module.css';

const SIZE = 20;
const SKELETON_HEIGHT_PX = 116;
/** What somebody who downloaded a day and its manifest runs; SITE is the address of this site. */
const COMMAND =
  'npm run cli -- verify-open-data results.jsonl --manifest manifest.json --keys SITE/.well-known/savdo-keys.json --log SITE';

/** Results of finished auctions as files for everybody: what there is, what it means, how it is checked. */
export function OpenDataPage() {
  const { t } = useTranslation('open-data');
  const { page, pageTo } = useTableQuery([]);
  const { data, error, refetch } = useQuery({
    queryKey: ['open-data', page],
    queryFn: ({ signal }) => call(openDataList, { query: { page, size: SIZE }, signal }),
    placeholderData: keepPreviousData,
    ...recovering(),
  });
  return (
    <div className={css.page}>
      <PageTitle>{t('title')}</PageTitle>
      <p>{t('lead')}</p>
      <p>{t('privacy')}</p>
      {!data && error ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <Skeleton height={SKELETON_HEIGHT_PX} radius={12} /> : null}
      {data ? (
        <>
          <p>{t('licence', { licence: data.licence })}</p>
          {data.whole ? (
            <section className={css.card}>
              <h2>{t('whole')}</h2>
              <Version period={ALL_DAYS} version={data.whole} />
            </section>
          ) : (
            <p className={layout.mutedSmall}>{t('none')}</p>
          )}
          {data.items.length > 0 ? <h2>{t('days')}</h2> : null}
          {data.items.map(({ day, versions }) => (
            <section key={day} className={css.card}>
              <h3>{dayText(day)}</h3>
              {versions.map((version) => (
                <Version key={version.version} period={day} version={version} />
              ))}
            </section>
          ))}
          <Pagination page={page} count={Math.ceil(data.total / SIZE)} to={pageTo} />
        </>
      ) : null}
      <h2>{t('check')}</h2>
      <p>{t('checkText')}</p>
      <pre className={css.command} translate="no">
        {COMMAND}
      </pre>
      <h2>{t('dictionary')}</h2>
      <DataDictionary />
    </div>
  );
}

/** The files of a version: a browser saves each under the name that the manifest has. */
function Version({ period, version }: { period: string; version: OpenDataVersion }) {
  const { t } = useTranslation('open-data');
  const { version: number, reason, rows, builtAtMs, files, manifestUrl } = version;
  return (
    <div className={css.version}>
      <p className={layout.mutedSmall}>
        {t('rows', { count: rows })} · {t('version', { version: number })}, {t(`reason.${reason}`)} ·{' '}
        <time dateTime={new Date(builtAtMs).toISOString()}>{formatDateTime(builtAtMs)}</time>
      </p>
      <ul>
        {files.map(({ format, bytes, url, sha256 }) => {
          const { unit, size } = fileSize(bytes);
          return (
            <li key={format}>
              <a href={url} download={openDataFileName(period, number, format)} title={sha256}>
                {format.toUpperCase()}
              </a>{' '}
              <span className={layout.mutedSmall}>{t(`size.${unit}`, { size })}</span>
            </li>
          );
        })}
        <li>
          <a href={manifestUrl} download={openDataFileName(period, number, 'json')}>
            {t('manifest')}
          </a>
        </li>
      </ul>
    </div>
  );
}
