import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { erasureQuery } from '#client/features/cabinet/profile/erasure-query.ts';
import { lazyScreen } from '#client/lib/lazy-screen.ts';
import { PartBoundary } from '#client/ui/part-boundary.tsx';

const FRESH_MS = 60_000;

const Waiting = lazyScreen(
  async () => ({
    default: (await import('#client/features/cabinet/profile/erasure-waiting.tsx')).ErasureWaiting,
  }),
  ['profile'],
);

/** Above every page of the cabinet while the account waits to be deleted; nothing, and nothing loaded for it, otherwise. */
export function ErasureNotice() {
  const { data } = useQuery({ ...erasureQuery, staleTime: FRESH_MS });
  if (data?.request?.state !== 'requested') return null;
  return (
    <PartBoundary>
      <Suspense>
        <Waiting dueAtMs={data.request.dueAtMs} />
      </Suspense>
    </PartBoundary>
  );
}
