import { useEffect, useState } from 'react';
import { serverNowMs } from '../../../lib/server-clock.ts';

/** Server time, renewed `everyMs` while the page is visible; a hidden page costs nothing. */
export function useServerNow(everyMs: number): number {
  const [now, setNow] = useState(serverNowMs);
  useEffect(() => {
    const tick = () => {
      if (document.visibilityState === 'visible') setNow(serverNowMs());
    };
    tick();
    const timer = setInterval(tick, everyMs);
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, [everyMs]);
  return now;
}
