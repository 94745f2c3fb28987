/** Requests of persons to delete their accounts, and what has to be finished before. */
export { erasureModule } from './module.ts';
export type { Erasures } from './erasure.service.ts';
export { createErasuresRepository, type ErasureRow } from './erasures.repository.ts';
