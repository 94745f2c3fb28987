import {
  CircleCheck,
  EyeOff,
  Hourglass,
  MessageCircleQuestion,
  TimerOff,
  Undo2,
  XCircle,
  type LucideIcon,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { LOT_QUESTION_COLOURS, type LotQuestionState } from '#shared/lifecycles/lot-question.ts';
import { Badge } from '#client/ui/badge.tsx';

const ICONS: Record<LotQuestionState, LucideIcon> = {
  asked: Hourglass,
  open: MessageCircleQuestion,
  answered: Hourglass,
  published: CircleCheck,
  refused: XCircle,
  withdrawn: Undo2,
  hidden: EyeOff,
  lapsed: TimerOff,
};

/** State of a question by colour, icon and words together. Needs `lot-questions` texts. */
export function QuestionBadge({ state }: { state: LotQuestionState }) {
  const { t } = useTranslation('lot-questions');
  return (
    <Badge colour={LOT_QUESTION_COLOURS[state]} icon={ICONS[state]}>
      {t(`state.${state}`)}
    </Badge>
  );
}
