import {
  BadgeCheck,
  Ban,
  CheckCircle2,
  FilePenLine,
  Gavel,
  Hourglass,
  MessageSquareWarning,
  Send,
  Store,
  XCircle,
  type LucideIcon,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Order } from '#shared/api/cabinet/orders.ts';
import { ORDER_COLOURS } from '#shared/lifecycles/order.ts';
import { useNames } from '#client/lib/dictionary-names.ts';
import { Badge } from '#client/ui/badge.tsx';

export type OrderStatus = Order['status'];

const ICONS: Record<OrderStatus, LucideIcon> = {
  created: FilePenLine,
  returned: MessageSquareWarning,
  sent: Send,
  rejected: XCircle,
  approved: BadgeCheck,
  'on-trade': Store,
  traded: Gavel,
  'awaiting-payment': Hourglass,
  finished: CheckCircle2,
  cancelled: Ban,
};

/** Name of a status as the dictionary has it; the project's own words until that is there. Needs `order` texts. */
export function useOrderStatusName(): (status: OrderStatus) => string {
  const { t } = useTranslation('order');
  const name = useNames('order-statuses');
  return (status) => name(status) ?? t(`status.${status}`);
}

/** State of an order by colour, icon and words together. */
export function OrderBadge({ status }: { status: OrderStatus }) {
  const name = useOrderStatusName();
  return (
    <Badge colour={ORDER_COLOURS[status]} icon={ICONS[status]}>
      {name(status)}
    </Badge>
  );
}
