import { ArrowLeft } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '#client/lib/paths.ts';
import { Logo } from '#client/ui/logo.tsx';
import { LanguagePicker } from './language-picker.tsx';
import { useBack } from './use-back.ts';
import css from './plain-bar.module.css';

/** Top of a page outside the layout: the way back, the way home and the languages. */
export function PlainBar() {
  const { t } = useTranslation(['home', 'layout']);
  const back = useBack();
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
