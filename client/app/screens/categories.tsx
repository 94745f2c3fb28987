import { useTranslation } from 'react-i18next';
import { CategoryGroups } from '#client/features/lots/category-groups.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import css from './home.module.css';

/** /categories: the whole tree with counters. */
export default function Categories() {
  const { t } = useTranslation('home');
  return (
    <div className={css.home}>
      <PageTitle>{t('categories')}</PageTitle>
      <CategoryGroups deep />
    </div>
  );
}
