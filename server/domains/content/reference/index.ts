/** Dictionaries: regions, categories, statuses, base calculation amounts, working days, rule sets. */
export { referenceModule } from './module.ts';
export { createReferenceRepository } from './reference.repository.ts';
export { createReferenceService, type ReferenceService } from './reference.service.ts';
export { fillFigures } from './pages/help-figures.ts';
export type { CategoryEditor } from './categories/category-editor.ts';
export type { AnswersOfLots, LotsShownBy } from './categories/words-of-lots.ts';
export { askedFields } from './categories/stored-field.ts';
export type { EntriesOfLots, ListEditor } from './lists/list-editor.ts';
export {
  deadlineAfter,
  deadlineAfterTime,
  workingCalendar,
  workingTime,
  type WorkingCalendar,
} from './working-days.ts';
export { freezeTerms, NotInRuleSet, type Choices, type FrozenTerms } from './rule-sets/freeze-terms.ts';
export { REFERENCE_EVENTS } from './reference.events.ts';
export { createRulesEditing, type StoredDay } from './editing/rules-editing.repository.ts';
export {
  createPlacesEditing,
  type PlaceEntry,
  type StoredBank,
  type StoredPlace,
} from './editing/places-editing.repository.ts';
export { choicesOfLot } from './rule-sets/choices-of-lot.ts';
export { termsOfStartPrice } from './rule-sets/terms-of-start-price.ts';
export { lateFeeRule } from './rule-sets/late-fee-rule.ts';
export { windowByRule } from './rule-sets/window-by-rule.ts';
export type { RepeatFigures, RuleSet } from '#shared/rule-sets/rule-set-figures.ts';
export { factText, type FactField, type PropertyFact } from './lists/fact-text.ts';
export { drawIcon, iconNames } from './icons/draw-icon.ts';
export {
  APPLICATION_STATUSES,
  ORDER_STATUSES,
  PAYMENT_STATUSES,
  REFUND_STATUSES,
} from './lists/status-lists.ts';
export { LOT_STATUS_NAMES, lotStatusName } from './lot-status-names.ts';
