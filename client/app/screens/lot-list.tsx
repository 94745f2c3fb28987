import { LotListView } from '#client/features/lots/lot-list.tsx';

/** /lot-list?q&i&page&size and the filters. */
export default function LotList() {
  return <LotListView />;
}
