import {
  ClipboardList,
  CreditCard,
  FilePenLine,
  FileSignature,
  LayoutDashboard,
  ListTodo,
  Mail,
  Newspaper,
  Scale,
  Undo2,
  type LucideIcon,
} from 'lucide-react';
import type { ComponentType } from 'react';
import type { Role } from '#shared/api/contract.ts';
import { lazyScreen } from '#client/lib/lazy-screen.ts';

const Applications = lazyScreen(() => import('./applications.tsx'), ['staff', 'applications']);
const Tasks = lazyScreen(() => import('./tasks.tsx'), ['staff', 'staff-tasks']);
const Refunds = lazyScreen(() => import('./refunds.tsx'), ['console-refunds']);

const EditRequests = lazyScreen(() => import('./edit-requests.tsx'), ['edit-requests', 'staff']);

const Payments = lazyScreen(() => import('./payments.tsx'), ['console-payments', 'payments']);

const Consents = lazyScreen(() => import('./consents.tsx'), ['e-signature']);

const Contact = lazyScreen(() => import('./contact.tsx'), ['staff', 'console-contact']);

const News = lazyScreen(() => import('./news.tsx'), ['staff', 'console-news']);
const Conflicts = lazyScreen(() => import('./conflicts.tsx'), ['console-conflicts']);

export interface ConsoleScreen {
  /** Its address below /console, and the key of its name in the console's texts (`staff:page.…`). */
  path: string;
  icon: LucideIcon;
  /** Only for these; for every role of the console where none is named. The server decides. */
  roles?: readonly Role[];
  /** `lazyScreen(() => import('./….tsx'), ['namespace'])`; null keeps the entry out of menu and addresses. */
  screen: ComponentType | null;
}

/** The live board stands first, with a route of its own. */
export const ROOMS_SCREEN = {
  path: 'rooms',
  icon: LayoutDashboard,
  roles: ['operator', 'administrator', 'auditor'] as readonly Role[],
};

/** The console's other pages in the order of its menu. */
export const CONSOLE_SCREENS: readonly ConsoleScreen[] = [
  { path: 'tasks', icon: ListTodo, roles: ['operator', 'administrator', 'auditor'], screen: Tasks },
  {
    path: 'applications',
    icon: ClipboardList,
    roles: ['operator', 'administrator', 'auditor'],
    screen: Applications,
  },
  {
    path: 'refunds',
    icon: Undo2,
    roles: ['operator', 'administrator', 'auditor'],
    screen: Refunds,
  },
  { path: 'payments', icon: CreditCard, roles: ['operator', 'administrator', 'auditor'], screen: Payments },
  { path: 'edit-requests', icon: FilePenLine, screen: EditRequests },
  { path: 'consents', icon: FileSignature, screen: Consents },
  { path: 'news', icon: Newspaper, roles: ['operator', 'administrator', 'auditor'], screen: News },
  { path: 'conflicts', icon: Scale, roles: ['administrator', 'auditor'], screen: Conflicts },
  { path: 'contact', icon: Mail, roles: ['operator', 'administrator', 'auditor'], screen: Contact },
];
