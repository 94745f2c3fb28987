import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { i18n, startI18n } from '#client/i18n/i18n.ts';
import { createQueryClient } from '#client/lib/query-client.ts';
import { showColorTheme } from '#client/lib/color-theme.ts';
import { refreshSession, useSession } from '#client/lib/session.ts';
import { takeReloaded, watchPagePerson } from '#client/lib/page-person.ts';
import { siteInfoQuery } from '#client/lib/site-info.ts';
import { saveAddressLanguage } from '#client/lib/save-language.ts';
import { notify } from '#client/ui/toasts.tsx';
import { isServerRendered, takeServerAnswers, canHydrate } from './hydration.ts';
import { Providers } from './providers.tsx';
import { AppRoutes, preloadScreen } from './router.tsx';

/** The page is rendered without it when the answer takes longer: a late banner only moves the page down. */
const SITE_INFO_WAIT_MS = 1_000;

/** Renders the page, or hydrates what the server rendered of it. */
export async function boot(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('the page has no #root');

  showColorTheme();
  const queries = createQueryClient();
  takeServerAnswers(queries);
  // Requested together with the texts. `prefetchQuery` never rejects: the footer and the banner retry by themselves.
  const siteInfo = queries.prefetchQuery(siteInfoQuery);
  watchPagePerson();
  void refreshSession();
  void saveAddressLanguage(window.location.search);
  await Promise.all([
    startI18n(),
    Promise.race([siteInfo, new Promise((resolve) => setTimeout(resolve, SITE_INFO_WAIT_MS))]),
    // What hydrates the server's page must be as complete as it is.
    isServerRendered(root) ? preloadScreen(window.location.pathname) : null,
  ]);
  if (takeReloaded())
    notify('warning', i18n.t('layout:otherPerson', { name: useSession.getState().user?.name ?? '' }));
  const page = (
    <Providers queries={queries}>
      <BrowserRouter>
        <AppRoutes />
      </BrowserRouter>
    </Providers>
  );
  // In small pieces: a slow phone answers a touch in between.
  startTransition(() => {
    if (canHydrate(root)) {
      // Reports a difference from what this browser renders (a second has passed, say); React renders that part again.
      hydrateRoot(root, page, { onRecoverableError: () => undefined });
    } else createRoot(root).render(page);
  });
  // An installed site opens without a network too.
  if (matchMedia('(display-mode:standalone)').matches) void import('./installed.ts');
}
