import {
  CheckCircle2,
  CircleDollarSign,
  Hourglass,
  TimerOff,
  UserX,
  XCircle,
  type LucideIcon,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { SETTLEMENT_COLOURS, type SettlementState } from '#shared/lifecycles/settlement.ts';
import { Badge } from '#client/ui/badge.tsx';

const ICONS: Record<SettlementState, LucideIcon> = {
  awaiting: Hourglass,
  'part-paid': CircleDollarSign,
  overdue: TimerOff,
  paid: CheckCircle2,
  refused: UserX,
  defaulted: XCircle,
  cancelled: XCircle,
};

/** State of a buyer's payment by colour, icon and words together. Needs `after-sale` texts. */
export function SettlementBadge({ state }: { state: SettlementState }) {
  const { t } = useTranslation('after-sale');
  return (
    <Badge colour={SETTLEMENT_COLOURS[state]} icon={ICONS[state]}>
      {t(`state.${state}`)}
    </Badge>
  );
}
