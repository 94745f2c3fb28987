import { useLocation } from 'react-router-dom';

/** Path and query of the page on screen, for coming back to it; renders again when they change. */
export function useCurrentPath(): string {
  const { pathname, search } = useLocation();
  return `${pathname}${search}`;
}
