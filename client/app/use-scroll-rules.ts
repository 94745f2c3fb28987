import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { routeAt } from './route-at.ts';

const STORED = 'savdo.scroll';
/** A list comes back as long as its data needs; after this we stop trying to return to the place. */
const GIVE_UP_MS = 2_000;
const MAX_REMEMBERED = 50;

/** Scroll position by history entry and address; the tab's own storage holds it over a reload of the page. */
const places = new Map<string, number>(readStoredPlaces());

function readStoredPlaces(): [string, number][] {
  try {
    return JSON.parse(sessionStorage.getItem(STORED) ?? '[]') as [string, number][];
  } catch {
    return []; // not retried: without storage a reload starts at the top
  }
}

function storePlaces(): void {
  try {
    sessionStorage.setItem(STORED, JSON.stringify([...places].slice(-MAX_REMEMBERED)));
  } catch {
    // Not retried: without storage a reload starts at the top.
  }
}

/** Scrolls to the place as soon as the page is long enough for it; a person who scrolls meanwhile is left alone. */
function returnTo(top: number): () => void {
  const until = Date.now() + GIVE_UP_MS;
  let frame = 0;
  const stop = () => {
    cancelAnimationFrame(frame);
    window.removeEventListener('wheel', stop);
    window.removeEventListener('touchmove', stop);
  };
  const attempt = () => {
    window.scrollTo(0, top);
    if (Math.abs(window.scrollY - top) > 2 && Date.now() < until) frame = requestAnimationFrame(attempt);
    else stop();
  };
  window.addEventListener('wheel', stop, { passive: true });
  window.addEventListener('touchmove', stop, { passive: true });
  attempt();
  return stop;
}

/** What counts as one screen for scrolling; moving within it changes nothing. */
export const scrollScope = (pathname: string): string => routeAt(pathname)?.scrollGroup ?? pathname;

/**
 * Entering a screen scrolls to the top; going back returns to where one was. A screen keeps its place while its own query
 * (filters and pages of the lot list) changes, and so do the pages of the profile and of orders among themselves.
 */
export function useScrollRules(): void {
  const { pathname, search, key: entry } = useLocation();
  // Every reloaded page begins with the same entry key, so the address tells those apart.
  const key = `${entry} ${pathname}${search}`;
  const type = useNavigationType();
  const shown = useRef<{ pathname: string; key: string } | null>(null);

  useLayoutEffect(() => {
    const before = shown.current;
    // Set first: the scroll events that follow belong to the new entry.
    shown.current = { pathname, key };
    if (type === 'POP') {
      const place = places.get(key);
      if (place) return returnTo(place);
      if (before) window.scrollTo(0, 0);
    } else if (before && scrollScope(before.pathname) !== scrollScope(pathname)) window.scrollTo(0, 0);
    return undefined;
  }, [pathname, key, type]);

  useEffect(() => {
    window.history.scrollRestoration = 'manual';
    const onScroll = () => {
      if (shown.current) places.set(shown.current.key, window.scrollY);
    };
    window.addEventListener('scroll', onScroll, { passive: true });
    window.addEventListener('pagehide', storePlaces);
    return () => {
      window.removeEventListener('scroll', onScroll);
      window.removeEventListener('pagehide', storePlaces);
    };
  }, []);
}
