import { useTranslation } from 'react-i18next';
import { CategoryTree } from '#client/features/site/lots/category-tree.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { PlainBar } from '../layout/plain-bar.tsx';
import css from './categories.module.css';

/** /categories, a page of its own outside the layout: the whole tree with counters and a search, and the way back. */
export default function Categories() {
  const { t } = useTranslation('home');
  return (
    <>
      <PlainBar />
      <main className={css.page}>
        <PageTitle>{t('categories')}</PageTitle>
        <CategoryTree />
      </main>
    </>
  );
}
