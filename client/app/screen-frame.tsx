import { Suspense, useEffect } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { openFields } from './hydration.ts';
import { ScreenErrorBoundary } from './screen-error-boundary.tsx';
import { scrollScope, useScrollRules } from './use-scroll-rules.ts';
import css from './screen-frame.module.css';

/** Frame of a screen: its loading, its failure, and where it is scrolled to. */
export function ScreenFrame() {
  const { pathname } = useLocation();
  useScrollRules();
  return (
    <ScreenErrorBoundary key={scrollScope(pathname)}>
      <Suspense fallback={<ScreenLoading />}>
        <Outlet />
        <Hydrated />
      </Suspense>
    </ScreenErrorBoundary>
  );
}

/** Next to a screen that is there: what the server rendered of it is hydrated from here on. */
function Hydrated() {
  useEffect(openFields, []);
  return null;
}

function ScreenLoading() {
  return (
    <div className={css.loading} aria-busy="true">
      <Skeleton height={36} width="min(360px, 70%)" />
      <Skeleton height={220} radius={12} />
      <Skeleton height={220} radius={12} />
    </div>
  );
}
