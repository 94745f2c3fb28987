import {
  BookOpenText,
  Gavel,
  GraduationCap,
  Mail,
  MonitorCog,
  Newspaper,
  SearchCheck,
  type LucideIcon,
} from 'lucide-react';
import type { Me } from '#shared/api/site/auth.ts';
import { STAFF_ROLES } from '#shared/api/contract.ts';
import { HELP_PAGES, type HelpPageName } from '#shared/api/pages.ts';
import type { SiteInfo } from '#shared/api/site/site.ts';
import { LOT_TAB } from '#shared/lifecycles/lot-tabs.ts';
import { paths } from '#client/lib/paths.ts';
import { hasRole } from '#client/lib/session.ts';

export interface NavLink {
  /** Key of its name below `nav.` in the layout texts. */
  name: string;
  to: string;
  /** An address of another site. */
  outside?: boolean;
}

export type NavItem = { key: string; icon: LucideIcon } & ({ link: NavLink } | { links: NavLink[] });

/** Current auctions: the address of "auctions" everywhere in the shell. */
export const LOTS_NOW = paths.lotList({ i: LOT_TAB.current });

const HELP_NAMES: Record<HelpPageName, string> = {
  participating: 'help.participating',
  'deposite-adjunction': 'help.deposit',
  'refund-money': 'help.refund',
  'bid-lot': 'help.bid',
  'check-winner-protocol': 'help.protocol',
  'buy-one-click': 'help.oneClick',
};

export const helpLinks = (): NavLink[] =>
  HELP_PAGES.map((page) => ({ name: HELP_NAMES[page], to: paths.info(page) }));

export const interactiveLinks = (): NavLink[] => [
  { name: 'interactive.protocol', to: paths.checkProtocol() },
  { name: 'interactive.blackList', to: paths.checkBlackList() },
];

/** The menu, the same in the bar and in the drawer; staff also see the console. News are our own, or another site's where one is set. */
export function navItems(me: Me | null, info: SiteInfo | undefined): NavItem[] {
  const items: NavItem[] = [
    { key: 'lots', icon: Gavel, link: { name: 'lots', to: LOTS_NOW } },
    { key: 'help', icon: BookOpenText, links: helpLinks() },
    { key: 'interactive', icon: SearchCheck, links: interactiveLinks() },
  ];
  items.push({
    key: 'news',
    icon: Newspaper,
    link: info?.newsUrl
      ? { name: 'news', to: info.newsUrl, outside: true }
      : { name: 'news', to: paths.news() },
  });
  items.push({ key: 'contact', icon: Mail, link: { name: 'contact', to: paths.contact() } });
  if (info?.demo)
    items.push({
      key: 'practice',
      icon: GraduationCap,
      link: { name: 'practice', to: `${paths.home()}#practice` },
    });
  // Offered a staff role, the person chooses there.
  if (hasRole(me, STAFF_ROLES) || me?.offeredRoles?.length)
    items.push({ key: 'console', icon: MonitorCog, link: { name: 'console', to: paths.console() } });
  return items;
}
