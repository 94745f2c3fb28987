import { useEffect, useLayoutEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

const STORED = 'savdo.scroll';
/** A list comes back as long as its data needs; after this we stop trying to return to the place. */
const GIVE_UP_MS = 2_000;
const MAX_REMEMBERED = 50;

type Places = Record<string, number>;

function read(): Places {
  try {
    return JSON.parse(sessionStorage.getItem(STORED) ?? '{}') as Places;
  } catch {
    return {}; // not retried: without storage "back" starts at the top
  }
}

function remember(key: string, top: number): void {
  const places = Object.entries({ ...read(), [key]: top }).slice(-MAX_REMEMBERED);
  try {
    sessionStorage.setItem(STORED, JSON.stringify(Object.fromEntries(places)));
  } catch {
    // Not retried: without storage "back" starts at the top.
  }
}

/** Scrolls to the place as soon as the page is long enough for it. */
function returnTo(top: number): () => void {
  const until = Date.now() + GIVE_UP_MS;
  let frame = 0;
  const attempt = () => {
    window.scrollTo(0, top);
    if (Math.abs(window.scrollY - top) > 2 && Date.now() < until) frame = requestAnimationFrame(attempt);
  };
  attempt();
  return () => cancelAnimationFrame(frame);
}

/**
 * Entering a screen scrolls to the top; going back returns to where one was. A screen keeps its place while its own query
 * (filters and pages of the lot list) changes.
 */
export function useScrollRules(): void {
  const { pathname, key } = useLocation();
  const type = useNavigationType();

  useEffect(() => {
    window.history.scrollRestoration = 'manual';
  }, []);

  useLayoutEffect(() => {
    let stop: (() => void) | undefined;
    if (type === 'POP') {
      const place = read()[key];
      if (place) stop = returnTo(place);
      else window.scrollTo(0, 0);
    } else window.scrollTo(0, 0);
    return stop;
    // The key changes with every navigation; within one path only a return moves the page.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [pathname, type === 'POP' ? key : '']);

  useEffect(() => {
    let waiting = false;
    const onScroll = () => {
      if (waiting) return;
      waiting = true;
      setTimeout(() => {
        waiting = false;
        remember(key, window.scrollY);
      }, 150);
    };
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => window.removeEventListener('scroll', onScroll);
  }, [key]);
}
