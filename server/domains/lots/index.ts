/** Lots: what is offered, with its frozen terms, its place in the lists and its outcome. */
export {
  createLotsRepository,
  type Conclusion,
  type LotsRepository,
  type LotTermsRow,
  type RoomHeadUpdate,
} from './lots.repository.ts';
export { createLotSearchRepository, type LotSearchRepository } from './lot-search.repository.ts';
export { createLotsService, type LotsDeps, type LotsService } from './lots.service.ts';
export { createLotProjection, type LotProjection, type LotProjectionDeps } from './lot-projection.ts';
export { lotCard, lotResult } from './lot-views.ts';
export type { LotFact, LotFacts, LotRow } from './lot-tables.ts';
export { publishLot, type NewLot } from './lots.publish.ts';
export { NotForPublication, type PublicationRefusal } from './publication-rules.ts';
export { runImportLotsCommand } from './import/command.ts';
export { registerLotRoutes } from './lots.routes.ts';
export {
  createLotCardRepository,
  type LotCardRepository,
  type NewLotDocument,
  type NewLotFeature,
} from './card/lot-card.repository.ts';
export {
  createLotCardService,
  type LotCardDeps,
  type LotCardService,
  type LotViewer,
} from './card/lot-card.service.ts';
export { registerLotCardRoutes } from './card/lot-card.routes.ts';
export { explained, type ChangeCause } from './card/explain-change.repository.ts';
export type { DocumentDraft } from './card/document-pdf.ts';
export type { FactField } from './card/fact-text.ts';
