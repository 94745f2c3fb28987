import type { AccountsService } from '#server/domains/people/accounts/index.ts';
import type { FilesService } from '#server/domains/content/files/index.ts';
import {
  freezeTerms,
  NotInRuleSet,
  type ReferenceService,
  type RuleSet,
} from '#server/domains/content/reference/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import type { OrderSaved } from '#shared/api/cabinet/orders.ts';
import { areaCentre, nearestCentre } from '#shared/places/area-places.ts';
import {
  orderProblems,
  orderWarnings,
  type OrderContext,
  type OrderProblem,
} from '#shared/orders/order-problems.ts';
import { OPENS_AFTER_MS, type OrderFields } from '#shared/orders/order-fields.ts';
import { filesOf } from './order-files.ts';
import { createOrdersRepository } from './orders.repository.ts';
import { termsChoices } from './terms-of-order.ts';

export interface JudgeDeps {
  db: AnyDb;
  accounts: Pick<AccountsService, 'byId'>;
  reference: Pick<
    ReferenceService,
    | 'areas'
    | 'categories'
    | 'fieldsOf'
    | 'knownFieldsOf'
    | 'listEntries'
    | 'baseAmountAt'
    | 'ruleSetAt'
    | 'workingCalendar'
    | 'isMfo'
  >;
  files: Pick<FilesService, 'countsOf'>;
  /** Marked by staff: may sell property for state benefit. */
  isAuthorisedSeller(personId: string): Promise<boolean>;
  /** Whether the person has this card, by gateway/uzcard-cards. */
  hasCard(personId: string, cardId: number): Promise<boolean>;
}

export interface OrderToJudge {
  id: number;
  personId: string;
  fields: OrderFields;
}

export interface Judgement {
  /** What stops sending; empty: the order can be sent. */
  problems: OrderProblem[];
  warnings: OrderProblem[];
  context: OrderContext;
  /** Working days to pay, as the chosen rule set leaves them; null: none is chosen. */
  paymentDays: OrderSaved['paymentDays'];
}

export type OrderJudge = ReturnType<typeof createOrderJudge>;

/** Applies the rules to orders with everything the server knows. Reads outside of transactions. */
export function createOrderJudge(deps: JudgeDeps) {
  const { db, accounts, reference, files, isAuthorisedSeller, hasCard } = deps;

  /** Asked only where it matters. */
  const earlyStartAllowed = async ({ id, fields: { choices } }: OrderToJudge, at: Date): Promise<boolean> =>
    choices?.opensAtMs !== undefined &&
    choices.opensAtMs < at.getTime() + OPENS_AFTER_MS &&
    createOrdersRepository(db).earlyStartAllowed(id);

  async function contextOf(order: OrderToJudge, at: Date) {
    const { id, personId, fields } = order;
    const { ruleSet: setName, requisites } = fields;
    const cardId = requisites?.kind === 'card' ? requisites.cardId : null;
    const mfo = requisites?.kind === 'account' ? requisites.mfo : '';
    const [
      person,
      authorisedSeller,
      category,
      area,
      base,
      ruleSet,
      counts,
      cardFound,
      early,
      mfoKnown,
      anyLetters,
      units,
      calendar,
    ] = await Promise.all([
      accounts.byId(personId),
      isAuthorisedSeller(personId),
      categoryOf(reference, fields.categoryId),
      areaOf(reference, fields),
      reference.baseAmountAt(at),
      setName === undefined ? null : reference.ruleSetAt(setName, at),
      files.countsOf(db, filesOf(id)),
      cardId === null ? null : hasCard(personId, cardId),
      earlyStartAllowed(order, at),
      mfo === '' ? null : reference.isMfo(mfo),
      createOrdersRepository(db).isImported(id),
      offeredUnits(reference),
      reference.workingCalendar(),
    ]);
    const context: OrderContext = {
      nowMs: at.getTime(),
      person: person && { kind: person.kind, name: person.name, authorisedSeller },
      category,
      ...area,
      baseAmountTiyin: base.amountTiyin,
      files: counts,
      cardFound,
      mfoKnown,
      isWorkingDay: (atMs) => calendar.isWorkingDay(new Date(atMs)),
      ruleSet: ruleSet && ruleSet.figures,
      earlyStartAllowed: early,
      anyLetters,
      units,
    };
    return { context, ruleSet };
  }

  return {
    async judge(order: OrderToJudge, at: Date = new Date()): Promise<Judgement> {
      const { context, ruleSet } = await contextOf(order, at);
      const { fields } = order;
      const days = ruleSet?.figures.paymentWorkingDays;
      return {
        problems: problemsOf(fields, ruleSet, context),
        warnings: orderWarnings(fields, context),
        context,
        paymentDays: days ? { min: days.min, max: days.max } : null,
      };
    },

    contextOf: async (order: OrderToJudge, at: Date = new Date()): Promise<OrderContext> =>
      (await contextOf(order, at)).context,
  };
}

type Dictionaries = Pick<
  ReferenceService,
  'areas' | 'categories' | 'fieldsOf' | 'knownFieldsOf' | 'listEntries'
>;

export async function categoryOf(
  reference: Dictionaries,
  categoryId: number | undefined,
): Promise<OrderContext['category']> {
  if (categoryId === undefined) return null;
  const rows = await reference.categories();
  const category = rows.find(({ id }) => id === categoryId);
  const group = rows.find(({ id }) => id === category?.parentId);
  // A group holds categories and no property.
  if (!category || !group) return 'missing';
  const facts = (await reference.fieldsOf(category.id)) ?? [];
  const askedBefore = (await reference.knownFieldsOf(category.id)).map((field) => field.code);
  const { code, orderTypes } = category;
  const hidden = category.hidden || group.hidden;
  return { code, group: group.code, orderTypes, hidden, facts, askedBefore };
}

/** Codes of the units of measure that may be chosen. */
export async function offeredUnits(reference: Dictionaries): Promise<string[]> {
  const units = await reference.listEntries('units');
  return units.flatMap(({ code, hidden }) => (hidden ? [] : [code]));
}

export async function areaOf(
  reference: Dictionaries,
  { areaId, latitude, longitude }: OrderFields,
): Promise<Pick<OrderContext, 'areaRegionId' | 'areaCentre' | 'nearestCentre'>> {
  const nearest =
    latitude === undefined || longitude === undefined ? null : nearestCentre({ latitude, longitude });
  if (areaId === undefined) return { areaRegionId: null, areaCentre: null, nearestCentre: nearest };
  const area = (await reference.areas()).find(({ id }) => id === areaId);
  if (!area) return { areaRegionId: 'missing', areaCentre: null, nearestCentre: nearest };
  return { areaRegionId: area.regionId, areaCentre: areaCentre(area.id), nearestCentre: nearest };
}

/** Everything that stops sending, the terms included. */
export function problemsOf(
  fields: OrderFields,
  ruleSet: RuleSet | null,
  context: OrderContext,
): OrderProblem[] {
  const problems = orderProblems(fields, context);
  if (!concernTerms(problems)) problems.push(...problemsOfTerms(fields, ruleSet, context));
  return problems;
}

/** Problems without whose solution terms cannot be frozen. */
const concernTerms = (problems: readonly OrderProblem[]): boolean =>
  problems.some(({ field }) =>
    ['startPriceTiyin', 'choices', 'ruleSet', 'paymentWorkingDays', 'tradeType'].includes(field),
  );

/** Figures that are possible one by one and not together. */
function problemsOfTerms(
  fields: OrderFields,
  ruleSet: RuleSet | null,
  { baseAmountTiyin }: OrderContext,
): OrderProblem[] {
  const { startPriceTiyin } = fields;
  if (!ruleSet || baseAmountTiyin === null || startPriceTiyin === undefined) return [];
  try {
    freezeTerms(ruleSet, { startPriceTiyin, baseAmountTiyin }, termsChoices(fields));
    return [];
  } catch (error) {
    // Not retried: the rule set refuses these figures, which is an answer; other errors are faults.
    if (!(error instanceof NotInRuleSet)) throw error;
    return [{ field: 'choices', problem: 'terms' }];
  }
}
