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
} from '#shared/lifecycles/lot-status.ts';
import { Badge } from '#client/ui/badge.tsx';

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
  return (
    <Badge colour={lotStatusColour(status)} icon={ICONS[name]}>
      {t(`status.${name}`)}
    </Badge>
  );
}
