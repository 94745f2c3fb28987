import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { CategoryGroups } from '#client/features/lots/category-groups.tsx';
import { CurrentAuctions } from '#client/features/lots/current-auctions.tsx';
import { PracticeCall } from '#client/features/lots/practice-call.tsx';
import { Manual } from '#client/features/manual/manual.tsx';
import { SearchBox } from '../layout/search-box.tsx';
import css from './home.module.css';

/** /home: what is on now first, then the way in for newcomers. */
export default function Home() {
  const { t } = useTranslation('home');
  const { hash, key } = useLocation();

  useEffect(() => {
    document.title = t('tab');
  }, [t]);

  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash, key]);

  return (
    <div className={css.home}>
      <div className={css.hero}>
        <div>
          <h1>{t('title')}</h1>
          <p>{t('subtitle')}</p>
        </div>
        <div className={css.search}>
          <SearchBox />
        </div>
      </div>
      <CurrentAuctions />
      <PracticeCall />
      <section className={css.section} aria-labelledby="categories">
        <h2 id="categories">{t('categories')}</h2>
        <CategoryGroups />
      </section>
      <Manual />
    </div>
  );
}
