/** Units of lots at a fixed price: reserved for a buyer while a code is pending, then bought. */
export { purchasesModule } from './module.ts';
export {
  objectionOfStock,
  purchaseObjection,
  offersParts,
  purchaseSums,
  waitAfterUnused,
  type PurchaseObjection,
  type PurchaseSums,
} from './buy.policy.ts';
export type { LotForBuying, LotStock, Purchase } from './purchase-tables.ts';
export { PURCHASE_EVENTS } from './purchases.events.ts';
export { soldTitle } from './sold-title.repository.ts';
export { createPurchasesRepository, type EndingEvent } from './purchases.repository.ts';
export { stockView, type PurchasesService } from './purchases.service.ts';
