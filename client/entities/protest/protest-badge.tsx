import {
  CircleAlert,
  CircleCheck,
  CircleSlash,
  Hourglass,
  MessageSquareReply,
  TimerOff,
  Undo2,
  XCircle,
  type LucideIcon,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { PROTEST_COLOURS, type ProtestState } from '#shared/lifecycles/protest.ts';
import { Badge } from '#client/ui/badge.tsx';

const ICONS: Record<ProtestState, LucideIcon> = {
  filed: CircleAlert,
  admitted: Hourglass,
  'not-admitted': XCircle,
  answered: MessageSquareReply,
  unanswered: TimerOff,
  upheld: CircleCheck,
  dismissed: XCircle,
  withdrawn: Undo2,
  closed: CircleSlash,
};

/** State of a protest by colour, icon and words together. Needs `protests` texts. */
export function ProtestBadge({ state }: { state: ProtestState }) {
  const { t } = useTranslation('protests');
  return (
    <Badge colour={PROTEST_COLOURS[state]} icon={ICONS[state]}>
      {t(`state.${state}`)}
    </Badge>
  );
}
