import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { openDataDictionary } from '#shared/api/site/open-data.ts';
import { call } from '#client/lib/api-client.ts';
import { recovering } from '#client/lib/recover.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { ErrorState } from '#client/ui/error-state.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import css from './open-data.module.css';

const SKELETON_HEIGHT_PX = 320;

/** What each column means, with its type, unit and, of a code, its values. */
export function DataDictionary() {
  const { t } = useTranslation('open-data');
  const localized = useLocalized();
  const { data, error, refetch } = useQuery({
    queryKey: ['open-data-dictionary'],
    queryFn: ({ signal }) => call(openDataDictionary, { signal }),
    ...recovering(),
  });
  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={SKELETON_HEIGHT_PX} radius={12} />;
  return (
    <div className={css.scroll} role="region" aria-label={t('dictionary')} tabIndex={0}>
      <table className={css.dictionary}>
        <thead>
          <tr>
            <th scope="col">{t('columns.name')}</th>
            <th scope="col">{t('columns.type')}</th>
            <th scope="col">{t('columns.meaning')}</th>
          </tr>
        </thead>
        <tbody>
          {data.map(({ name, type, unit, values, meaning }) => (
            <tr key={name}>
              <th scope="row">
                <code translate="no">{name}</code>
              </th>
              <td>
                {t(`type.${type}`)}
                {unit === null || unit === type ? null : `, ${t(`unit.${unit}`)}`}
              </td>
              <td>
                {localized(meaning)}
                {values ? (
                  <span className={css.values}>
                    {values.map((value) => (
                      <code key={value} translate="no">
                        {value}
                      </code>
                    ))}
                  </span>
                ) : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
