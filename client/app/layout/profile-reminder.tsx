import { Suspense, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { lazyScreen } from '#client/lib/lazy-screen.ts';
import { useSession } from '#client/lib/session.ts';
import { PartBoundary } from '#client/ui/part-boundary.tsx';

const ProfilePrompt = lazyScreen(() => import('../dialogs/profile-prompt.tsx'), ['account']);

const COMPLETE = 100;
/**
 * Nothing may lie over what one does with a lot: its card says beside the button what is missing. Staff work for others
 * in the console, and the cabinet says it itself.
 */
const ELSEWHERE =
  /^\/(lot-view|lot-result|game-view|order-create|order-preview|redirecting|console|profile)(\/|$)/;
/** Once per load of the page, whichever screens are opened. */
let answered = false;

/** For tests: the page counts as reloaded. */
export const forgetReminder = (): void => {
  answered = false;
};

/** Reminds a signed-in person of an incomplete profile, once per load; never on the card of a lot, in a room or in the console. */
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
