import { ArrowRight } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { AppDownload } from '#client/features/home/app-download.tsx';
import { Partners } from '#client/features/home/partners.tsx';
import { CategoryGroups } from '#client/features/lots/category-groups.tsx';
import { CurrentAuctions } from '#client/features/lots/current-auctions.tsx';
import { FeaturedLots } from '#client/features/lots/featured-lots.tsx';
import { PracticeCall } from '#client/features/lots/practice-call.tsx';
import { TabCounts } from '#client/features/lots/tab-counts.tsx';
import { Manual } from '#client/features/manual/manual.tsx';
import { paths } from '#client/lib/paths.ts';
import { Later } from '#client/ui/later.tsx';
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
        <TabCounts />
      </div>
      <CurrentAuctions />
      <Later height={240}>
        <PracticeCall />
      </Later>
      <Later height={500}>
        <FeaturedLots />
      </Later>
      <Later height={900}>
        <Categories />
      </Later>
      <Later height={820}>
        <Manual />
      </Later>
      <Later height={320}>
        <Partners />
      </Later>
      <Later height={220}>
        <AppDownload />
      </Later>
    </div>
  );
}

function Categories() {
  const { t } = useTranslation('home');
  return (
    <section className={css.section} aria-labelledby="categories">
      <div className={css.head}>
        <h2 id="categories">{t('categories')}</h2>
        <Link to={paths.categories()} className={css.more}>
          {t('allCategories')} <ArrowRight size={18} aria-hidden />
        </Link>
      </div>
      <CategoryGroups />
    </section>
  );
}
