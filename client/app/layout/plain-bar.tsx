import { ArrowLeft } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { paths } from '#client/lib/paths.ts';
import { Logo } from '#client/ui/logo.tsx';
import { LanguagePicker } from './language-picker.tsx';
import css from './plain-bar.module.css';

/** Top of a page outside the layout: the way back, the way home and the languages. */
export function PlainBar() {
  const { t } = useTranslation(['home', 'layout']);
  const navigate = useNavigate();
  // The first page of a visit has nothing to go back to.
  const back = () => void (window.history.length > 1 ? navigate(-1) : navigate(paths.home()));
  return (
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
  );
}
