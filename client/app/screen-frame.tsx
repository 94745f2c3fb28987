import { Suspense, useEffect } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { openFields } from './painting.ts';
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
        <Alive />
      </Suspense>
    </ScreenErrorBoundary>
  );
}

/** Beside a screen that is there: what the server painted of it is alive from here on. */
function Alive() {
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
