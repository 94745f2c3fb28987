import {
  ClipboardList,
  CreditCard,
  IdCard,
  KeyRound,
  LogOut,
  Store,
  Undo2,
  type LucideIcon,
} from 'lucide-react';
import type { Me } from '#shared/api/site/auth.ts';
import type { Role } from '#shared/api/contract.ts';
import { paths } from '#client/lib/paths.ts';
import { hasRole } from '#client/lib/session.ts';
import type { AccountDialog } from './shell-store.ts';

type AccountItemKey =
  | 'topUp'
  | 'refund'
  | 'cabinet'
  | 'changePassword'
  | 'tradeApplications'
  | 'orders'
  | 'logOut';

export type AccountItem = {
  key: AccountItemKey;
  icon: LucideIcon;
  /** Buttons under the balance; the rest is a list. */
  asButton: boolean;
  /** Only for people with one of these roles. */
  roles?: readonly Role[];
} & ({ to: string } | { dialog: AccountDialog });

const ITEMS: readonly AccountItem[] = [
  { key: 'topUp', icon: CreditCard, asButton: true, to: paths.profile('top-up') },
  { key: 'refund', icon: Undo2, asButton: true, to: paths.profile('refunding') },
  { key: 'cabinet', icon: IdCard, asButton: false, to: paths.profile() },
  {
    key: 'tradeApplications',
    icon: ClipboardList,
    asButton: false,
    roles: ['buyer'],
    to: paths.profile('applications'),
  },
  { key: 'orders', icon: Store, asButton: false, roles: ['customer'], to: paths.orders() },
  { key: 'changePassword', icon: KeyRound, asButton: false, dialog: 'change-password' },
  { key: 'logOut', icon: LogOut, asButton: false, dialog: 'logout' },
];

/** The signed-in person's menu, by the roles they have. */
export const accountItems = (me: Me | null): AccountItem[] =>
  ITEMS.filter(({ roles }) => !roles || hasRole(me, roles));
