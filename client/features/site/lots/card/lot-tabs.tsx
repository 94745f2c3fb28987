import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { LOT_CARD_TABS, type LotCardTab } from '#shared/api/site/lot-tabs.ts';
import type { LotDetails } from '#shared/api/site/lots.ts';
import { loadPart } from '#client/lib/lazy-screen.ts';
import { Tabs } from '#client/ui/tabs.tsx';
import { TabSkeleton } from './tab-skeleton.tsx';
import css from './card.module.css';

const PANELS = {
  property: lazy(() => loadPart(() => import('./tabs/property-tab.tsx'))),
  lot: lazy(() => loadPart(() => import('./tabs/terms-tab.tsx'))),
  customer: lazy(() => loadPart(() => import('./tabs/customer-tab.tsx'))),
  documents: lazy(() => loadPart(() => import('./tabs/documents-tab.tsx'))),
};

/** The tab of an address; anything that is none means the first. */
function readTab(text: string | null): LotCardTab {
  return LOT_CARD_TABS.find((tab) => tab === text) ?? 'property';
}

/** What is sold, under which rules, by whom, with which papers. The open tab is in the address. */
export function LotTabs({ lot }: { lot: LotDetails }) {
  const { t } = useTranslation('card');
  const [search, setSearch] = useSearchParams();
  const active = readTab(search.get('tab'));
  const Panel = PANELS[active];
  const open = (tab: LotCardTab) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (tab === 'property') next.delete('tab');
        else next.set('tab', tab);
        return next;
      },
      { replace: true },
    );
  return (
    <div className={css.tabs}>
      <Tabs
        label={t('tab.label')}
        tabs={LOT_CARD_TABS.map((key) => ({ key, label: t(`tab.${key}`) }))}
        active={active}
        onChange={open}
      >
        {/* The key: without a boundary of its own a tab that still loads would hold back the press itself. */}
        <Suspense key={active} fallback={<TabSkeleton />}>
          <Panel lotId={lot.id} practice={lot.practice} />
        </Suspense>
      </Tabs>
    </div>
  );
}
