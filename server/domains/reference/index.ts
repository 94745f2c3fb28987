/** Dictionaries: regions, categories, statuses, base calculation amounts, working days, rule sets. */
export { createReferenceRepository, type CategoryRow } from './reference.repository.ts';
export { createReferenceService, type ReferenceService } from './reference.service.ts';
export { registerReferenceRoutes } from './reference.routes.ts';
export { registerPageRoutes } from './pages/pages.routes.ts';
export { helpFigures } from './pages/figures.ts';
export { LISTS } from './lists/dynamic-lists.ts';
export { deadlineAfter, workingCalendar, type WorkingCalendar } from './working-days.ts';
export { freezeTerms, NotInRuleSet, type Choices, type FrozenTerms } from './rule-sets/freeze.ts';
export type { RuleSet, RuleSetFigures } from './rule-sets/figures.ts';
