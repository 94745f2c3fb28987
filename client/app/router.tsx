import { createElement } from 'react';
import { matchPath, Navigate, Outlet, Route, Routes } from 'react-router-dom';
import { lazyScreen } from '#client/lib/lazy-screen.ts';
import { paths } from '#client/lib/paths.ts';
import { SignedInOnly } from './guards/signed-in-only.tsx';
import { MainLayout } from './layout/main-layout.tsx';
import { StaffFrame } from './layout/staff-frame.tsx';
import type { AppRoute } from './routes/route.ts';
import { SITE_ROUTES } from './routes/site.ts';
import { ScreenErrorBoundary } from './screen-error-boundary.tsx';
import { ScreenFrame } from './screen-frame.tsx';
import { NotFound, lazyRoute } from './lazy-route.ts';

/** Of no use to those who buy and sell: it comes with the console. */
const StaffOnly = lazyScreen(() => import('./guards/staff-only.tsx'), []);

const SCREENS = SITE_ROUTES.map((route: AppRoute) => ({ route, Screen: lazyRoute(route) }));

/** Loads the screen of an address when the server renders it. Never rejects: the screen itself loads again and reports. */
export async function preloadScreen(pathname: string): Promise<void> {
  await SCREENS.find(({ route }) => route.rendered && matchPath(route.path, pathname))?.Screen.preload();
}

const inLayout = (layout: AppRoute['layout']) =>
  SCREENS.filter(({ route }) => route.layout === layout).map(({ route, Screen }) => (
    <Route key={route.path} element={guardOf(route.access)}>
      <Route path={route.nested ? `${route.path}/*` : route.path} element={createElement(Screen)} />
    </Route>
  ));

function guardOf(access: AppRoute['access']) {
  if (access === 'everyone') return <Outlet />;
  return access === 'signed-in' ? <SignedInOnly /> : <StaffOnly />;
}

/** Every address and its screen. Screens load when first opened. */
export function AppRoutes() {
  return (
    <ScreenErrorBoundary>
      <Routes>
        <Route element={<ScreenFrame />}>{inLayout('plain')}</Route>
        <Route element={<StaffFrame />}>
          <Route element={<ScreenFrame />}>{inLayout('console')}</Route>
        </Route>
        <Route element={<MainLayout />}>
          <Route path="/" element={<Navigate to={paths.home()} replace />} />
          <Route element={<ScreenFrame />}>
            {inLayout('main')}
            <Route path="*" element={<NotFound />} />
          </Route>
        </Route>
      </Routes>
    </ScreenErrorBoundary>
  );
}
