import { Archive, CheckCircle2, Clock3, PenLine, type LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import type { NewsState } from '#shared/lifecycles/news.ts';
import { Badge } from '#client/ui/badge.tsx';

const LOOKS: Record<NewsState, { colour: ComponentProps<typeof Badge>['colour']; icon: LucideIcon }> = {
  draft: { colour: 'info', icon: PenLine },
  scheduled: { colour: 'primary', icon: Clock3 },
  published: { colour: 'success', icon: CheckCircle2 },
  withdrawn: { colour: 'warning', icon: Archive },
};

/** State of a news item by colour, icon and word together. */
export function NewsStateBadge({ state }: { state: NewsState }) {
  const { t } = useTranslation('console-news');
  const { colour, icon } = LOOKS[state];
  return (
    <Badge colour={colour} icon={icon}>
      {t(`state.${state}`)}
    </Badge>
  );
}
