/** Help pages as staff write and publish them; the shipped text where they have not. */
export { helpPagesModule } from './module.ts';
export type { HelpPages } from './help-pages.service.ts';
