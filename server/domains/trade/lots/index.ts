/** Lots: what is offered, with its frozen terms, its place in the lists and its outcome. */
export { lotsModule } from './module.ts';
export {
  isApproachable,
  lotApproachModule,
  type ApproachedLot,
  type Approaching,
  type RefusalToApproach,
} from './refusal-to-approach.ts';
export { createLotsRepository, type LotsRepository, type LotTermsRow } from './lots.repository.ts';
export { createLotSearchRepository, type LotSearchRepository } from './lot-search.repository.ts';
export { createLotsService, type LotsService } from './lots.service.ts';
export { createLotProjection, type LotProjection } from './lot-projection.ts';
export { listPhoto, lotCard } from './lot-views.ts';
export { createLotPhotos, photosOfLot, type LotPhotos } from './lot-photos.ts';
export { lotPreview, type PreviewSource } from './lot-preview.ts';
export type { OrderLots } from './order-lots.repository.ts';
export type { RelistedLots } from './relisted-lots.repository.ts';
export type { LotWithdrawals } from './lot-withdrawals.repository.ts';
export type { LotFacts, LotRow, StoredLot } from './lot-tables.ts';
export { foundBy, frozenLot, publishLot, type NewLot } from './lots.publish.ts';
export { NotForPublication } from './publication-rules.ts';
export type { FeaturedLots } from './featured/featured-lots.service.ts';
export { areaFinder, regionOf } from './import/find-area.ts';
export { createLotCardRepository, type NewLotDocument } from './card/lot-card.repository.ts';
export type { LotPartSchedules } from './card/lot-part-schedule.ts';
export { namesOfKinds } from './card/property-kinds.ts';
export type { LotCardService } from './card/lot-card.service.ts';
export type { ChangeCause } from './card/change-cause.repository.ts';
export type { ReadyJson } from './catalogue/lot-json.ts';
export { liveStocks, type LiveStock } from './lot-stock.repository.ts';
export {
  hasSuspended,
  saleSuspensions,
  suspendedSales,
  type SaleSuspension,
} from './sale-suspensions.repository.ts';
export { lockSales } from './sales-lock.repository.ts';
