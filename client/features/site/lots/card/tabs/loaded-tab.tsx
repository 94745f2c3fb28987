import { useQuery } from '@tanstack/react-query';
import { createContext, useContext, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { lotTabDetails, type LotCardTab, type LotTabDetails } from '#shared/api/site/lot-tabs.ts';
import { call } from '#client/lib/api-client.ts';
import { ErrorState } from '#client/ui/error-state.tsx';
import { TabSkeleton } from '../tab-skeleton.tsx';
import css from '../card.module.css';

/** Asked again by itself while it fails. */
const HEAL_MS = 5_000;

type TabOf<Tab extends LotCardTab> = Extract<LotTabDetails, { tab: Tab }>;

interface LoadedTabProps<Tab extends LotCardTab> {
  lotId: number;
  tab: Tab;
  children: (details: TabOf<Tab>) => ReactNode;
}

/** Tabs of a card that is drawn before there is a lot; null: they are loaded. */
export const GivenTabs = createContext<readonly LotTabDetails[] | null>(null);

/** Loads one tab of the card, with a loading and a failed state of its own: the rest of the card stays. */
export function LoadedTab<Tab extends LotCardTab>({ lotId, tab, children }: LoadedTabProps<Tab>) {
  const { t } = useTranslation('card');
  const given = useContext(GivenTabs);
  const found = given?.find((each): each is TabOf<Tab> => each.tab === tab);
  const { data, error, refetch } = useQuery({
    queryKey: ['lot-tab', lotId, tab],
    queryFn: async () => (await call(lotTabDetails, { params: { id: lotId }, query: { tab } })) as TabOf<Tab>,
    refetchInterval: ({ state }) => (state.status === 'error' ? HEAL_MS : false),
    enabled: given === null,
  });
  if (found) return children(found);
  if (data) return children(data);
  if (error) return <ErrorState error={error} title={t('tabFailed')} onRetry={() => void refetch()} />;
  return <TabSkeleton />;
}

export function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

export function Rows({ children }: { children: ReactNode }) {
  return <dl className={css.rows}>{children}</dl>;
}
