import { BookOpenText, Gavel, GraduationCap, MonitorCog, type LucideIcon } from 'lucide-react';
import type { Me } from '#shared/api/auth.ts';
import { LOT_TAB } from '#shared/states/lot-tabs.ts';
import { paths } from '#client/lib/paths.ts';
import { hasRole } from '#client/lib/session.ts';
import { CONSOLE_ROLES } from '../guards/console-roles.ts';

export interface NavItem {
  key: 'lots' | 'manual' | 'practice' | 'console';
  to: string;
  icon: LucideIcon;
}

/** The menu, the same in the bar and in the drawer; staff also see the console. */
export function navItems(me: Me | null): NavItem[] {
  const items: NavItem[] = [
    { key: 'lots', to: paths.lotList({ i: LOT_TAB.current }), icon: Gavel },
    { key: 'manual', to: `${paths.home()}#manual`, icon: BookOpenText },
    { key: 'practice', to: `${paths.home()}#practice`, icon: GraduationCap },
  ];
  if (hasRole(me, CONSOLE_ROLES)) items.push({ key: 'console', to: paths.consoleRooms(), icon: MonitorCog });
  return items;
}
