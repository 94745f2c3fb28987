import { hasRole, useSession } from '#client/lib/session.ts';
import { CONSOLE_ROUTES, type ConsolePage } from '../routes/console.ts';

/** Pages of the console a person's roles open, in the order of the menu. */
export function useConsolePages(): ConsolePage[] {
  const me = useSession((state) => state.me);
  return CONSOLE_ROUTES.filter(({ access }) => hasRole(me, access)).map(({ page }) => page);
}
