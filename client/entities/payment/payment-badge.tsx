import { CircleCheck, CircleDashed, CircleX, Hourglass, Undo2, type LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNames } from '#client/lib/dictionary-names.ts';
import { PAYMENT_COLOURS, type PaymentStatus } from '#shared/lifecycles/payment.ts';
import { Badge } from '#client/ui/badge.tsx';

const ICONS: Record<PaymentStatus, LucideIcon> = {
  created: CircleDashed,
  pending: Hourglass,
  paid: CircleCheck,
  failed: CircleX,
  cancelled: CircleX,
  refunded: Undo2,
};

/** Status of a payment by colour, icon and words together. */
export function PaymentStatusBadge({ status }: { status: PaymentStatus }) {
  const { t } = useTranslation('payments');
  const name = useNames('payment-statuses');
  return (
    <Badge colour={PAYMENT_COLOURS[status]} icon={ICONS[status]}>
      {name(status) ?? t(`status.${status}`)}
    </Badge>
  );
}
