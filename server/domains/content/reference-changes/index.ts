/** What staff change of the reference data: rule sets and base amounts by two persons; days, places and banks by one,
 * but for places and categories that lots are shown by. */
export { referenceChangesModule } from './module.ts';
export type { ReferenceChanges } from './reference-changes.ts';
