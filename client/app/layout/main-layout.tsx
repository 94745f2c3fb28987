import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet } from 'react-router-dom';
import { loadPart } from '#client/lib/lazy-screen.ts';
import { useSessionExpiry } from '#client/lib/session-expired.ts';
import { BottomBar } from './bottom-bar.tsx';
import { Footer } from './footer.tsx';
import { MainBar } from './main-bar.tsx';
import { ModeBanner } from './mode-banner.tsx';
import { TopStrip } from './top-strip.tsx';
import { useEmbedded } from './use-embedded.ts';
import { useScrolledPast } from './use-scrolled-past.ts';
import { useSessionWatch } from './use-session-watch.ts';
import css from './layout.module.css';

const SessionExpiredDialog = lazy(() => loadPart(() => import('../dialogs/session-expired-dialog.tsx')));

/** From this scroll position on the main bar stays at the top of the window. */
const FIXED_AFTER_PX = 75;

/** Header, screen, footer; a tab bar at the bottom of small windows. Inside the mobile app only the screen. */
export function MainLayout() {
  const { t } = useTranslation('layout');
  const embedded = useEmbedded();
  const fixed = useScrolledPast(FIXED_AFTER_PX);
  useSessionWatch();
  const expired = useSessionExpiry((state) => state.expired);
  return (
    <div className={css.app} data-embedded={embedded}>
      <a className={css.skip} href="#content">
        {t('skip')}
      </a>
      {embedded ? null : (
        <header>
          <TopStrip />
          <ModeBanner />
          <div className={css.barPlace}>
            <MainBar fixed={fixed} />
          </div>
        </header>
      )}
      <main id="content" className={css.content} tabIndex={-1}>
        <Outlet />
      </main>
      {embedded ? null : (
        <>
          <Footer />
          <BottomBar />
        </>
      )}
      {expired ? (
        <Suspense>
          <SessionExpiredDialog />
        </Suspense>
      ) : null}
    </div>
  );
}
