/** The pages of reference data, in one file: the first page of the site lists every file that a page may ask for. */
export { BanksPage } from './banks-page.tsx';
export { BaseAmountsPage } from './base-amounts-page.tsx';
export { CalendarPage } from './calendar-page.tsx';
export { PlacesPage } from './places-page.tsx';
export { RuleSetsPage } from './rule-sets-page.tsx';
