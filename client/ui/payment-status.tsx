import { CircleCheck, CircleDashed, CircleX, Hourglass, Undo2, type LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNames } from '#client/lib/dictionary-names.ts';
import type { PaymentStatus } from '#shared/api/payments.ts';
import type { StatusColour } from '#shared/states/lot-status.ts';
import { Badge } from './badge.tsx';

/** Colours are those of the dictionary of payment statuses. */
const LOOKS: Record<PaymentStatus, { icon: LucideIcon; colour: StatusColour }> = {
  created: { icon: CircleDashed, colour: 'info' },
  pending: { icon: Hourglass, colour: 'warning' },
  paid: { icon: CircleCheck, colour: 'success' },
  failed: { icon: CircleX, colour: 'danger' },
  cancelled: { icon: CircleX, colour: 'info' },
  refunded: { icon: Undo2, colour: 'primary' },
};

/** Status of a payment by colour, icon and words together. */
export function PaymentStatusBadge({ status }: { status: PaymentStatus }) {
  const { t } = useTranslation('payments');
  const name = useNames('payment-statuses');
  return <Badge {...LOOKS[status]}>{name(status) ?? t(`status.${status}`)}</Badge>;
}
