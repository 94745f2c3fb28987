import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { visitors } from '#shared/api/site/site.ts';
import { call } from '#client/lib/api-client.ts';
import { formatCount } from '#client/lib/format/locale.ts';
import { FooterSection } from './footer-section.tsx';
import css from './footer.module.css';

const FRESH_MS = 5 * 60_000;
const COUNTS = [
  ['month', 'month_count'],
  ['yesterday', 'yesterday_count'],
  ['today', 'today_count'],
] as const;

/** A failure is silent, as specified: the counts are then left out. */
export function Visitors() {
  const { t } = useTranslation('layout');
  const { data } = useQuery({ queryKey: ['visitors'], queryFn: () => call(visitors), staleTime: FRESH_MS });
  return (
    <FooterSection title={t('footer.visitors')}>
      {data ? (
        <dl className={css.visitors}>
          {COUNTS.map(([name, field]) => (
            <div key={name}>
              <dt>{t(`footer.${name}`)}</dt>
              <dd>{formatCount(data[field])}</dd>
            </div>
          ))}
        </dl>
      ) : null}
    </FooterSection>
  );
}
