import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet } from 'react-router-dom';
import { useConflictsNoted } from '#client/lib/conflict-noted.ts';
import { notify } from '#client/ui/toasts.tsx';
import { ConsoleMenu } from './console-menu.tsx';
import { useConsolePages } from './use-console-pages.ts';
import css from './console-layout.module.css';

/** The staff's pages below their menu: those of the person's roles. */
export default function ConsoleLayout() {
  const { t } = useTranslation('staff');
  const pages = useConsolePages();
  const noted = useConflictsNoted((state) => state.count);
  useEffect(() => {
    if (noted > 0) notify('warning', t('conflictNoted'));
  }, [noted, t]);
  return (
    <>
      {pages.length > 1 ? <ConsoleMenu pages={pages} /> : null}
      <div className={css.page}>
        <Outlet />
      </div>
    </>
  );
}
