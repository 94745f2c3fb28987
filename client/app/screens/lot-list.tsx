import { FilterPanel, LotListView } from '#client/features/site/lots/lot-list.tsx';
import { isNarrow } from '#client/lib/use-narrow.ts';

// There when the page is hydrated, so that what is typed into a filter of a rendered page is not lost.
if (!isNarrow()) await FilterPanel.preload();

export default LotListView;
