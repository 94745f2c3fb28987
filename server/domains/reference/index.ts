/** Dictionaries: regions, categories, statuses, base calculation amounts, working days, rule sets. */
export { referenceModule } from './module.ts';
export { createReferenceRepository } from './reference.repository.ts';
export { createReferenceService, type ReferenceService } from './reference.service.ts';
export { fillFigures, helpFigures } from './pages/help-figures.ts';
export { cached } from './cached-value.ts';
export { createCategoryEditor, type CategoryEditor } from './categories/category-editor.ts';
export { askedFields } from './categories/stored-field.ts';
export { createListEditor, type ListEditor } from './lists/list-editor.ts';
export {
  deadlineAfter,
  deadlineAfterTime,
  workingCalendar,
  workingTime,
  type WorkingCalendar,
} from './working-days.ts';
export { freezeTerms, NotInRuleSet, type Choices, type FrozenTerms } from './rule-sets/freeze-terms.ts';
export { lateFeeRule } from './rule-sets/late-fee-rule.ts';
export { windowByRule } from './rule-sets/window-by-rule.ts';
export type { RepeatFigures, RuleSet } from './rule-sets/rule-set-figures.ts';
export { factText, type FactField, type PropertyFact } from './lists/fact-text.ts';
export { drawIcon, iconNames } from './icons/draw-icon.ts';
export { BANKS } from './lists/banks.ts';
export {
  APPLICATION_STATUSES,
  ORDER_STATUSES,
  PAYMENT_STATUSES,
  REFUND_STATUSES,
} from './lists/status-lists.ts';
export { LOT_STATUS_NAMES } from './lot-status-names.ts';
