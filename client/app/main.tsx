import '#client/theme/index.ts';
import { createRoot } from 'react-dom/client';
import { startI18n } from '#client/i18n/i18n.ts';
import { createQueryClient } from '#client/lib/query-client.ts';
import { refreshSession } from '#client/lib/session.ts';
import { siteInfoQuery } from '#client/lib/site-info.ts';
import { tellAddressLanguage } from '#client/lib/tell-language.ts';
import { Providers } from './providers.tsx';
import { AppRoutes } from './router.tsx';

/** The page is drawn without it when the answer takes longer: a banner that comes later only moves the page down. */
const SITE_INFO_WAIT_MS = 1_000;

const root = document.getElementById('root');
if (!root) throw new Error('the page has no #root');

const queries = createQueryClient();
// Asked together with the texts. `prefetchQuery` never rejects: the footer and the banner ask again by themselves.
const siteInfo = queries.prefetchQuery(siteInfoQuery);
void refreshSession();
void tellAddressLanguage(window.location.search);
await Promise.all([
  startI18n(),
  Promise.race([siteInfo, new Promise((resolve) => setTimeout(resolve, SITE_INFO_WAIT_MS))]),
]);
createRoot(root).render(
  <Providers queries={queries}>
    <AppRoutes />
  </Providers>,
);
