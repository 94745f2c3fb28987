/** Records of all domains and how they name one another, for staff who follow one to the next. */
export { recordsModule } from './module.ts';
export type { Records } from './records.service.ts';
