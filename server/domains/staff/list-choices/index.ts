/** Columns and views of lists of the console, by member of staff. */
export { listChoicesModule } from './module.ts';
export type { StoredListChoices } from './list-choices.service.ts';
