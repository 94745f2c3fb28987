import { ArrowRight } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { AppDownload } from '#client/features/site/home/app-download.tsx';
import { Partners } from '#client/features/site/home/partners.tsx';
import { CategoryGroups } from '#client/features/site/lots/category-groups.tsx';
import { CurrentAuctions } from '#client/features/site/lots/current-auctions.tsx';
import { FeaturedLots } from '#client/features/site/lots/featured-lots.tsx';
import { PracticeCall } from '#client/features/site/lots/practice-call.tsx';
import { TabCounts } from '#client/features/site/lots/tab-counts.tsx';
import { Manual } from '#client/features/site/manual/manual.tsx';
import { SellCall } from '#client/features/cabinet/selling/sell-call.tsx';
import { paths } from '#client/lib/paths.ts';
import { DeferredHydration } from '#client/ui/deferred-hydration.tsx';
import { SearchBox } from '../layout/search-box.tsx';
import page from '#client/ui/page.module.css';
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
      <DeferredHydration height={240}>
        <PracticeCall />
      </DeferredHydration>
      <DeferredHydration height={500}>
        <FeaturedLots />
      </DeferredHydration>
      <DeferredHydration height={900}>
        <Categories />
      </DeferredHydration>
      <DeferredHydration height={140}>
        <SellCall />
      </DeferredHydration>
      <DeferredHydration height={820}>
        <Manual />
      </DeferredHydration>
      <DeferredHydration height={320}>
        <Partners />
      </DeferredHydration>
      <DeferredHydration height={220}>
        <AppDownload />
      </DeferredHydration>
    </div>
  );
}

function Categories() {
  const { t } = useTranslation('home');
  return (
    <section className={page.section} aria-labelledby="categories">
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
