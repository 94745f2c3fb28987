export { LotListView as default } from '#client/features/site/lots/lot-list.tsx';
