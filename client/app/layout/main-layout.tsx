import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation } from 'react-router-dom';
import { lazyScreen } from '#client/lib/lazy-screen.ts';
import { useSession } from '#client/lib/session.ts';
import { useSiteInfo } from '#client/lib/site-info.ts';
import { DeferredHydration } from '#client/ui/deferred-hydration.tsx';
import { lazyDialog } from '#client/ui/lazy-dialog.tsx';
import { PartBoundary } from '#client/ui/part-boundary.tsx';
import { routeAt } from '../route-at.ts';
import { AccountDialogs } from './account-dialogs.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { Footer } from './footer.tsx';
import { MainBar } from './main-bar.tsx';
import { ModeBanner } from './mode-banner.tsx';
import { OwnBar } from './own-bar.tsx';
import { forgetMenu, useShell } from './shell-store.ts';
import { TopStrip } from './top-strip.tsx';
import { useEmbedded } from './use-embedded.ts';
import { useScrolledPast } from './use-scrolled-past.ts';
import { useSessionWatch } from './use-session-watch.ts';
import css from './layout.module.css';

const MenuDrawer = lazyDialog(() => import('./menu-drawer.tsx'));
const Notices = lazyScreen(() => import('./notices.tsx'), []);
const ToTop = lazyScreen(() => import('./to-top.tsx'), []);

/** From this scroll position on the navbar stays at the top of the window. */
const FIXED_AFTER_PX = 75;

/** Header, screen, footer; a tab bar at the bottom of small windows. Inside the mobile app only the screen. */
export function MainLayout() {
  const { t } = useTranslation('layout');
  const { pathname } = useLocation();
  const route = routeAt(pathname);
  const embedded = useEmbedded();
  const fixed = useScrolledPast(FIXED_AFTER_PX);
  const menuWanted = useShell((state) => state.menuWanted);
  const banners = useSiteInfo()?.banners;
  const incomplete = useSession(({ user }) => user !== null && user.percentage < 100);
  useSessionWatch();
  return (
    <div
      className={css.app}
      data-embedded={embedded}
      data-wide={route?.wide === true}
      data-own-bar={route?.ownBar === true}
    >
      <a className={css.skip} href="#content">
        {t('skip')}
      </a>
      {embedded ? null : (
        <header className={css.header}>
          <PartBoundary>
            {route?.ownBar ? null : <TopStrip />}
            <ModeBanner />
          </PartBoundary>
          <div className={css.bar} data-fixed={fixed}>
            {route?.ownBar ? <OwnBar /> : <MainBar />}
          </div>
        </header>
      )}
      <main id="content" className={css.content} tabIndex={-1}>
        {(banners?.length || incomplete) && !embedded ? (
          <PartBoundary>
            <Suspense>
              <Notices banners={banners} />
            </Suspense>
          </PartBoundary>
        ) : null}
        <Outlet />
      </main>
      {embedded ? null : (
        <>
          <DeferredHydration height={760} wide>
            <PartBoundary>
              <Footer />
            </PartBoundary>
          </DeferredHydration>
          <BottomBar />
          {fixed ? (
            <PartBoundary>
              <Suspense>
                <ToTop />
              </Suspense>
            </PartBoundary>
          ) : null}
          {menuWanted ? <MenuDrawer onFailure={forgetMenu} /> : null}
        </>
      )}
      <AccountDialogs />
    </div>
  );
}
