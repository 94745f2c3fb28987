import { useLocation } from 'react-router-dom';

/** Path and query of the page on screen, for coming back to it; drawn anew when they change. */
export function useHere(): string {
  const { pathname, search } = useLocation();
  return `${pathname}${search}`;
}
