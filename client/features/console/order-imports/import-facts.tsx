import { useTranslation } from 'react-i18next';
import type { OrderImport } from '#shared/api/cabinet/order-imports.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import { IMPORT_COLUMNS, type ImportColumn } from '#shared/limits/order-imports.ts';
import layout from '#client/ui/layout.module.css';
import css from './order-imports.module.css';

const MB = 1024 * 1024;

const isColumn = (known: string): known is ImportColumn =>
  (IMPORT_COLUMNS as readonly string[]).includes(known);

/** The file, who brought it, how far the worker is, and by what its columns are known. */
export function ImportFacts({ found }: { found: OrderImport }) {
  const { t } = useTranslation('console-order-imports');
  const { columns, counts, problem, photos } = found;
  const known = columns.filter((column) => column.known !== null).length;
  const finished = counts.draft + counts.sent + counts.refused + counts.known;
  const total = finished + counts.ready + counts.ordered;
  const isWhat = (known: string): string => (isColumn(known) ? t(`is.${known}`) : t('mapping.fact'));
  return (
    <section className={css.facts}>
      <strong>{found.organisation.name}</strong>
      <span>
        {found.fileName} · {t('fileSize', { size: (found.fileBytes / MB).toFixed(2) })}
      </span>
      <span>{t('by', { name: found.uploadedBy, time: formatDateTimeShort(found.uploadedAtMs) })}</span>
      {found.startedBy !== null && found.startedAtMs !== null ? (
        <span>{t('startedBy', { name: found.startedBy, time: formatDateTimeShort(found.startedAtMs) })}</span>
      ) : null}
      {found.signedDocumentId === null ? null : (
        <span>{t('document', { number: found.signedDocumentId })}</span>
      )}
      {found.endedAtMs === null ? null : (
        <span>{t('endedAt', { time: formatDateTimeShort(found.endedAtMs) })}</span>
      )}
      {found.state === 'reading' ? (
        <span role="status">
          {t('progress', { percent: Math.floor((found.readBytes / Math.max(found.fileBytes, 1)) * 100) })}
          <progress
            aria-label={t('importState.reading')}
            value={found.readBytes}
            max={Math.max(found.fileBytes, 1)}
          />
        </span>
      ) : null}
      {found.state === 'running' ? (
        <span role="status">
          {t('made', { done: finished, total })}
          <progress aria-label={t('importState.running')} value={finished} max={Math.max(total, 1)} />
        </span>
      ) : null}
      {found.state === 'unmapped' && !found.may.includes('map-columns') ? (
        <span>{t('mapping.waits')}</span>
      ) : null}
      {problem ? (
        <p role="alert" className={layout.danger}>
          {t(`fileProblem.${problem.problem}`, {
            columns: problem.columns.join(', '),
            max: problem.max ?? 0,
          })}
        </p>
      ) : null}
      {photos ? (
        <span>
          {t('photosCount', {
            name: photos.fileName,
            lots: photos.lotCount,
            files: photos.fileCount,
            refused: photos.refusedCount,
          })}
        </span>
      ) : null}
      {columns.length === 0 ? null : (
        <details>
          <summary>{t('columnsTitle')}</summary>
          <p>{t('columnsText', { known, total: columns.length })}</p>
          <ul className={css.columns}>
            {columns.map((column, at) => (
              // Two columns of a file may have one name.
              <li key={at} data-known={column.known !== null}>
                <span>{column.head || '—'}</span> →{' '}
                <span>{column.known === null ? t('unknown') : isWhat(column.known)}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}
