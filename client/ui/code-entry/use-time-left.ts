import { useCallback, useEffect, useState } from 'react';

const TICK_MS = 250;

/**
 * Milliseconds left of a time that begins when `start` is called; 0 when it is over. Measured by this device's running
 * clock, which is never set back.
 */
export function useTimeLeft(): { leftMs: number; start: (ms: number) => void } {
  const [endsAt, setEndsAt] = useState(0);
  const [now, setNow] = useState(() => performance.now());
  // Rounded: the sum and the difference of two fractions may leave a trace that would show as one second more.
  const leftMs = Math.max(0, Math.round(endsAt - now));
  const over = leftMs === 0;
  useEffect(() => {
    if (over) return undefined;
    const timer = setInterval(() => setNow(performance.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [over]);
  const start = useCallback((ms: number) => {
    const at = performance.now();
    setNow(at);
    setEndsAt(at + ms);
  }, []);
  return { leftMs, start };
}
