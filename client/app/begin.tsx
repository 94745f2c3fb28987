import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { startI18n } from '#client/i18n/i18n.ts';
import { createQueryClient } from '#client/lib/query-client.ts';
import { showColorTheme } from '#client/lib/color-theme.ts';
import { refreshSession } from '#client/lib/session.ts';
import { siteInfoQuery } from '#client/lib/site-info.ts';
import { tellAddressLanguage } from '#client/lib/tell-language.ts';
import { isPainted, takeFirstAnswers, takeOver } from './painting.ts';
import { Providers } from './providers.tsx';
import { AppRoutes, preloadScreen } from './router.tsx';

/** The page is drawn without it when the answer takes longer: a banner that comes later only moves the page down. */
const SITE_INFO_WAIT_MS = 1_000;

/** Draws the page, or brings the server's painting of it to life. */
export async function begin(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('the page has no #root');

  showColorTheme();
  const queries = createQueryClient();
  takeFirstAnswers(queries);
  // Asked together with the texts. `prefetchQuery` never rejects: the footer and the banner ask again by themselves.
  const siteInfo = queries.prefetchQuery(siteInfoQuery);
  void refreshSession();
  void tellAddressLanguage(window.location.search);
  await Promise.all([
    startI18n(),
    Promise.race([siteInfo, new Promise((resolve) => setTimeout(resolve, SITE_INFO_WAIT_MS))]),
    // What takes over the server's painting must be as complete as it is.
    isPainted(root) ? preloadScreen(window.location.pathname) : null,
  ]);
  const page = (
    <Providers queries={queries}>
      <BrowserRouter>
        <AppRoutes />
      </BrowserRouter>
    </Providers>
  );
  // In small pieces: a slow phone answers a touch in between.
  startTransition(() => {
    if (takeOver(root)) {
      // Told by React where the painting is not what this browser would have drawn (a second has passed, say): it is drawn
      // anew there, and nobody has to know.
      hydrateRoot(root, page, { onRecoverableError: () => undefined });
    } else createRoot(root).render(page);
  });
}
