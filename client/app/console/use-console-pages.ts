import type { LucideIcon } from 'lucide-react';
import { hasRole, useSession } from '#client/lib/session.ts';
import { CONSOLE_SCREENS, ROOMS_SCREEN } from './console-screens.ts';

/** Pages of the console a person's roles open, in the order of the menu. */
export function useConsolePages(): { path: string; icon: LucideIcon }[] {
  const me = useSession((state) => state.me);
  const others = CONSOLE_SCREENS.filter(
    ({ screen, roles }) => screen !== null && (!roles || hasRole(me, roles)),
  );
  return hasRole(me, ROOMS_SCREEN.roles) ? [ROOMS_SCREEN, ...others] : others;
}
