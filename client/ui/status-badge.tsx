import {
  Archive,
  Ban,
  CheckCircle2,
  CircleDollarSign,
  CirclePause,
  Clock3,
  FileCheck2,
  Gavel,
  Hourglass,
  PenLine,
  ShoppingBag,
  UserCheck,
  XCircle,
  type LucideIcon,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import {
  lotStatusColour,
  lotStatusName,
  type LotStatus,
  type LotStatusName,
} from '#shared/states/lot-status.ts';
import css from './ui.module.css';

const ICONS: Record<LotStatusName, LucideIcon> = {
  acceptingApplications: PenLine,
  onSaleAtFixedPrice: ShoppingBag,
  startingSoon: Clock3,
  biddingNow: Gavel,
  priceFormed: FileCheck2,
  awaitingPayment: Hourglass,
  soldAndPaid: CheckCircle2,
  suspended: CirclePause,
  notHeld: XCircle,
  withdrawn: Ban,
  noPriceGiven: XCircle,
  offeredToOne: UserCheck,
  priceNotConfirmed: XCircle,
  archived: Archive,
  paymentOverdue: Hourglass,
  resultCancelled: XCircle,
  paidInPart: CircleDollarSign,
};

/** Lot status by colour, icon and words together. */
export function StatusBadge({ status }: { status: LotStatus }) {
  const { t } = useTranslation('ui');
  const name = lotStatusName(status);
  const Icon = ICONS[name];
  return (
    <span className={css.badge} data-colour={lotStatusColour(status)}>
      <Icon size={14} aria-hidden />
      {t(`status.${name}`)}
    </span>
  );
}
