import '#client/theme/index.ts';
import { createRoot } from 'react-dom/client';
import { startI18n } from '#client/i18n/i18n.ts';
import { refreshSession } from '#client/lib/session.ts';
import { Providers } from './providers.tsx';
import { AppRoutes } from './router.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('the page has no #root');

void refreshSession();
await startI18n();
createRoot(root).render(
  <Providers>
    <AppRoutes />
  </Providers>,
);
