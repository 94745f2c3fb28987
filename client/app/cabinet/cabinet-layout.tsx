import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation } from 'react-router-dom';
import { Skeleton } from '#client/ui/skeleton.tsx';
import layout from '#client/ui/layout.module.css';
import { ScreenErrorBoundary } from '../screen-error-boundary.tsx';
import { CabinetMenu } from './cabinet-menu.tsx';
import { ErasureNotice } from './erasure-notice.tsx';
import { Overview } from './overview.tsx';
import css from './cabinet.module.css';

/** The cabinet: its overview and menu beside the page that is open. A page that fails leaves both standing. */
export default function CabinetLayout() {
  const { t } = useTranslation('cabinet');
  const { pathname } = useLocation();
  return (
    <div className={css.cabinet}>
      <aside className={css.side} aria-label={t('title')}>
        <Overview />
        <CabinetMenu />
      </aside>
      <div className={css.page}>
        <ErasureNotice />
        <ScreenErrorBoundary key={screenAt(pathname)}>
          <Suspense fallback={<PageLoading />}>
            <Outlet />
          </Suspense>
        </ScreenErrorBoundary>
      </div>
    </div>
  );
}

/** The pages of one order are one screen: going from one to another leaves the focus on the link that was followed. */
const screenAt = (pathname: string): string =>
  pathname.replace(/^(\/profile\/orders)\/[a-z-]+\/(\d+)$/, '$1/$2');

function PageLoading() {
  return (
    <div className={layout.stack4} aria-busy="true">
      <Skeleton height={36} width="min(320px, 70%)" />
      <Skeleton height={320} radius={12} />
    </div>
  );
}
