import { CircleCheck, CircleDashed, CircleX, Hourglass, Undo2, type LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { PaymentStatus } from '#shared/api/payments.ts';
import css from './ui.module.css';

/** Colours are those of the dictionary of payment statuses. */
const LOOKS: Record<PaymentStatus, { icon: LucideIcon; colour: string }> = {
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
  const { icon: Icon, colour } = LOOKS[status];
  return (
    <span className={css.badge} data-colour={colour}>
      <Icon size={14} aria-hidden />
      {t(`status.${status}`)}
    </span>
  );
}
