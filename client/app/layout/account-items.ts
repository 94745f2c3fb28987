import { ClipboardList, CreditCard, IdCard, KeyRound, LogOut, Undo2, type LucideIcon } from 'lucide-react';
import type { AccountDialog } from './shell-store.ts';

type AccountItemKey = 'topUp' | 'refund' | 'cabinet' | 'changePassword' | 'tradeApplications' | 'logOut';

/** Where an item leads; null while it has no screen. */
type Target = { to: string | null } | { dialog: AccountDialog };

export type AccountItem = {
  key: AccountItemKey;
  icon: LucideIcon;
  /** Buttons under the balance; the rest is a list. */
  asButton: boolean;
} & ({ to: string } | { dialog: AccountDialog });

/** Addresses of the cabinet. A null keeps its item out of the menu: nothing there may lead nowhere. */
const CABINET: Record<'topUp' | 'refund' | 'cabinet' | 'tradeApplications', string | null> = {
  topUp: null,
  refund: null,
  cabinet: null,
  tradeApplications: null,
};

const ALL: readonly ({ key: AccountItemKey; icon: LucideIcon; asButton: boolean } & Target)[] = [
  { key: 'topUp', icon: CreditCard, asButton: true, to: CABINET.topUp },
  { key: 'refund', icon: Undo2, asButton: true, to: CABINET.refund },
  { key: 'cabinet', icon: IdCard, asButton: false, to: CABINET.cabinet },
  { key: 'tradeApplications', icon: ClipboardList, asButton: false, to: CABINET.tradeApplications },
  { key: 'changePassword', icon: KeyRound, asButton: false, dialog: 'change-password' },
  { key: 'logOut', icon: LogOut, asButton: false, dialog: 'logout' },
];

const leadsSomewhere = (item: (typeof ALL)[number]): item is AccountItem =>
  'dialog' in item || item.to !== null;

/** The signed-in person's menu: those of its items that lead somewhere. */
export const accountItems = (items: typeof ALL = ALL): AccountItem[] => items.filter(leadsSomewhere);

/** Where a person completes the profile; null while there is no such screen. */
export const profileAddress = (): string | null => CABINET.cabinet;
