import { Suspense, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { lazyScreen } from '#client/lib/lazy-screen.ts';
import { useSession } from '#client/lib/session.ts';
import { PartBoundary } from '#client/ui/part-boundary.tsx';

const ProfilePrompt = lazyScreen(() => import('../dialogs/profile-prompt.tsx'), ['account']);

const COMPLETE = 100;
/** A running auction is not to be covered, staff work for others there, and the cabinet says it itself. */
const ELSEWHERE = /^\/(game-view|console|profile)(\/|$)/;
/** Once per load of the page, whichever screens are opened. */
let answered = false;

/** For tests: the page counts as loaded anew. */
export const forgetReminder = (): void => {
  answered = false;
};

/** Reminds a signed-in person of an incomplete profile, once per load; never inside a room or the console. */
export function ProfileReminder() {
  const percentage = useSession((state) => state.user?.percentage ?? COMPLETE);
  const { pathname } = useLocation();
  const [closed, setClosed] = useState(answered);
  if (closed || percentage >= COMPLETE || ELSEWHERE.test(pathname)) return null;
  return (
    <PartBoundary>
      <Suspense>
        <ProfilePrompt
          percentage={percentage}
          onClose={() => {
            answered = true;
            setClosed(true);
          }}
        />
      </Suspense>
    </PartBoundary>
  );
}
