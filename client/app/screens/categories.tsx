import { ArrowLeft } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { CategoryTree } from '#client/features/lots/category-tree.tsx';
import { paths } from '#client/lib/paths.ts';
import { Logo } from '#client/ui/logo.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { LanguagePicker } from '../layout/language-picker.tsx';
import css from './categories.module.css';

/** /categories, a page of its own outside the layout: the whole tree with counters and a search, and the way back. */
export default function Categories() {
  const { t } = useTranslation('home');
  const navigate = useNavigate();
  // The first page of a visit has nothing to go back to.
  const back = () => void (window.history.length > 1 ? navigate(-1) : navigate(paths.home()));
  return (
    <>
      <header className={css.bar}>
        <button type="button" className={css.back} onClick={back}>
          <ArrowLeft size={22} aria-hidden />
          {t('back')}
        </button>
        <Link to={paths.home()} className={css.logo} aria-label={t('layout:logo')}>
          <Logo size={30} /> Savdo
        </Link>
        <LanguagePicker />
      </header>
      <main className={css.page}>
        <PageTitle>{t('categories')}</PageTitle>
        <CategoryTree />
      </main>
    </>
  );
}
