import { HandCoins } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '#client/lib/paths.ts';
import { ButtonLink } from '#client/ui/button-link.tsx';
import css from './sell-call.module.css';

/** For who has something to sell: the way to an order, and to what it asks. */
export function SellCall() {
  const { t } = useTranslation('home');
  return (
    <section className={css.call} aria-labelledby="sell-title">
      <HandCoins size={40} strokeWidth={1.5} aria-hidden />
      <div>
        <h2 id="sell-title">{t('sell.title')}</h2>
        <p>{t('sell.text')}</p>
      </div>
      <div className={css.ways}>
        <ButtonLink to={paths.orderCreate()} size="md">
          {t('sell.begin')}
        </ButtonLink>
        <Link to={paths.selling()}>{t('sell.how')}</Link>
      </div>
    </section>
  );
}
