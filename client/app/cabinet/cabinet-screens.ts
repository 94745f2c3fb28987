import {
  Banknote,
  Bell,
  ClipboardList,
  FilePenLine,
  FileSignature,
  Gavel,
  IdCard,
  KeyRound,
  ListChecks,
  Mail,
  MonitorSmartphone,
  ReceiptText,
  Undo2,
  WalletCards,
  type LucideIcon,
} from 'lucide-react';
import type { ComponentType } from 'react';
import type { Role } from '#shared/api/contract.ts';
import { lazyScreen } from '#client/lib/lazy-screen.ts';

const Messages = lazyScreen(() => import('../screens/profile/messages.tsx'), ['messages']);
const NotificationSettings = lazyScreen(
  () => import('../screens/profile/notification-settings.tsx'),
  ['messages'],
);
const Applications = lazyScreen(
  () => import('../screens/profile/applications.tsx'),
  ['cabinet', 'applications'],
);
const MyAuctions = lazyScreen(
  () => import('../screens/profile/my-auctions.tsx'),
  ['cabinet', 'applications'],
);
const ESignatureKeys = lazyScreen(() => import('../screens/profile/e-signature-keys.tsx'), ['e-signature']);
const Contracts = lazyScreen(() => import('../screens/profile/contracts.tsx'), ['e-signature']);
const MyData = lazyScreen(
  () => import('../screens/profile/my-data.tsx'),
  ['cabinet', 'profile', 'code-entry'],
);
const EditRequests = lazyScreen(
  () => import('../screens/profile/edit-requests.tsx'),
  ['cabinet', 'profile', 'edit-requests'],
);
const Sessions = lazyScreen(() => import('../screens/profile/sessions.tsx'), ['cabinet', 'profile']);
const Actions = lazyScreen(() => import('../screens/profile/actions.tsx'), ['cabinet', 'actions']);
const TopUp = lazyScreen(() => import('../screens/profile/top-up.tsx'), ['payments']);
const Payments = lazyScreen(() => import('../screens/profile/payments.tsx'), ['payments']);
const Transactions = lazyScreen(
  () => import('../screens/profile/transactions.tsx'),
  ['cabinet', 'transactions'],
);
const Refunding = lazyScreen(() => import('../screens/profile/refunding.tsx'), ['cabinet', 'refunding']);

export const CABINET_GROUPS = ['trade', 'money', 'account'] as const;

export interface CabinetScreen {
  /** Its address below /profile, and the key of its name in the cabinet's texts. */
  path: string;
  group: (typeof CABINET_GROUPS)[number];
  icon: LucideIcon;
  /** Only for people with one of these roles; for everybody where none is named. */
  roles?: readonly Role[];
  /** `lazyScreen(() => import('../screens/profile/….tsx'), ['namespace'])`; null keeps the entry out of menu and addresses. */
  screen: ComponentType | null;
}

/** The pages of the cabinet in the order of its menu. The first one is what /profile opens. */
export const CABINET_SCREENS: readonly CabinetScreen[] = [
  { path: 'messages', group: 'account', icon: Mail, screen: Messages },
  { path: 'applications', group: 'trade', icon: ClipboardList, roles: ['buyer'], screen: Applications },
  { path: 'my-auctions', group: 'trade', icon: Gavel, roles: ['buyer'], screen: MyAuctions },
  { path: 'top-up', group: 'money', icon: WalletCards, screen: TopUp },
  { path: 'payments', group: 'money', icon: ReceiptText, screen: Payments },
  { path: 'transactions', group: 'money', icon: Banknote, screen: Transactions },
  { path: 'refunding', group: 'money', icon: Undo2, screen: Refunding },
  { path: 'my-data', group: 'account', icon: IdCard, screen: MyData },
  { path: 'edit-requests', group: 'account', icon: FilePenLine, screen: EditRequests },
  { path: 'e-signature-keys', group: 'account', icon: KeyRound, screen: ESignatureKeys },
  { path: 'contracts', group: 'account', icon: FileSignature, screen: Contracts },
  { path: 'notification-settings', group: 'account', icon: Bell, screen: NotificationSettings },
  { path: 'sessions', group: 'account', icon: MonitorSmartphone, screen: Sessions },
  { path: 'actions', group: 'account', icon: ListChecks, screen: Actions },
];
