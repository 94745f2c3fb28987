import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { partners } from '#shared/api/site/site.ts';
import { call } from '#client/lib/api-client.ts';
import { recovering } from '#client/lib/recover.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { ErrorState } from '#client/ui/error-state.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import page from '#client/ui/page.module.css';
import css from './home.module.css';

const HOUR_MS = 3_600_000;
const PLACES = 4;

/** Those the platform works with, as staff entered them; nothing when there are none. */
export function Partners() {
  const { t, i18n } = useTranslation('home');
  const localized = useLocalized();
  const { data, error, refetch } = useQuery({
    queryKey: ['partners'],
    queryFn: () => call(partners),
    staleTime: HOUR_MS,
    ...recovering(),
  });
  if (data?.length === 0) return null;
  return (
    <section className={page.section} aria-labelledby="partners">
      <h2 id="partners">{t('partners.title')}</h2>
      {data ? (
        <ul className={css.partners}>
          {data.map(({ id, name, url, logo }) => (
            <li key={id}>
              <a
                href={url}
                target="_blank"
                rel="noopener noreferrer"
                aria-label={t('partners.newTab', { name: localized(name) })}
              >
                <img
                  src={`${logo}?lang=${i18n.language}`}
                  alt=""
                  width={160}
                  height={56}
                  loading="lazy"
                  decoding="async"
                />
                <span aria-hidden>{localized(name)}</span>
              </a>
            </li>
          ))}
        </ul>
      ) : error ? (
        <ErrorState error={error} title={t('partners.failed')} onRetry={() => void refetch()} />
      ) : (
        <ul className={css.partners} aria-busy="true">
          {Array.from({ length: PLACES }, (_, at) => (
            <li key={at}>
              <Skeleton height={32} width={140} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
