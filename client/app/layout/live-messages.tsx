import { Suspense } from 'react';
import { lazyScreen } from '#client/lib/lazy-screen.ts';
import { useSession } from '#client/lib/session.ts';
import { PartBoundary } from '#client/ui/part-boundary.tsx';

const MessagesBadge = lazyScreen(
  () => import('#client/features/cabinet/messages/messages-badge.tsx'),
  ['messages'],
);

/** The way to the messages. It brings the live news of a signed-in person with it: messages and the balance. */
export function LiveMessages() {
  const signedIn = useSession((state) => state.user !== null);
  if (!signedIn) return null;
  return (
    <PartBoundary>
      <Suspense>
        <MessagesBadge />
      </Suspense>
    </PartBoundary>
  );
}
