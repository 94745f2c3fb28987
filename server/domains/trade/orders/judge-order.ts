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
import { ORDER_FILES } from './order-files.ts';
import { createOrdersRepository } from './orders.repository.ts';
import { termsChoices } from './terms-of-order.ts';

export interface JudgeDeps {
  db: AnyDb;
  accounts: Pick<AccountsService, 'byIds'>;
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
  files: Pick<FilesService, 'countsOfEach'>;
  /** Those of these whom staff have marked: they may sell property for state benefit. */
  authorisedSellersOf(personIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** Does the person have the saved card, by gateway/uzcard-cards? Of each of these, in their order. */
  haveCards(asked: readonly { personId: string; cardId: number }[]): Promise<boolean[]>;
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

const cardOf = ({ fields: { requisites } }: OrderToJudge): number | null =>
  requisites?.kind === 'card' ? requisites.cardId : null;

/**
 * Applies the rules to orders with everything the server knows. However many are judged at once, the database is asked the same
 * number of times. Reads outside of transactions.
 */
export function createOrderJudge(deps: JudgeDeps) {
  const { db, accounts, reference, files, authorisedSellersOf, haveCards } = deps;

  /** What is stored about each, by whatever it belongs to. */
  async function storedOf(orders: readonly OrderToJudge[], at: Date) {
    const ids = orders.map(({ id }) => id);
    const personIds = [...new Set(orders.map(({ personId }) => personId))];
    const toCards = orders.flatMap((order) => {
      const cardId = cardOf(order);
      return cardId === null ? [] : [{ id: order.id, personId: order.personId, cardId }];
    });
    const setNames = [...new Set(orders.flatMap(({ fields }) => fields.ruleSet ?? []))];
    const [people, authorised, counts, cardsFound, marks, base, ruleSets, units, calendar] =
      await Promise.all([
        accounts.byIds(personIds),
        authorisedSellersOf(personIds),
        files.countsOfEach(db, ORDER_FILES, ids),
        haveCards(toCards),
        createOrdersRepository(db).marksByStaff(ids),
        reference.baseAmountAt(at),
        Promise.all(setNames.map((name) => reference.ruleSetAt(name, at))),
        offeredUnits(reference),
        reference.workingCalendar(),
      ]);
    return {
      people: new Map(people.map((person) => [person.id, person])),
      ruleSets: new Map(setNames.map((name, index) => [name, ruleSets[index]!])),
      authorised,
      counts,
      cardFound: new Map(toCards.map(({ id }, index) => [id, cardsFound[index]!])),
      marks,
      base,
      units,
      calendar,
    };
  }

  async function contextOf(
    order: OrderToJudge,
    at: Date,
    stored: Awaited<ReturnType<typeof storedOf>>,
  ): Promise<{ context: OrderContext; ruleSet: RuleSet | null }> {
    const { id, personId, fields } = order;
    const { requisites, choices } = fields;
    const person = stored.people.get(personId) ?? null;
    const ruleSet = fields.ruleSet === undefined ? null : stored.ruleSets.get(fields.ruleSet)!;
    const marks = stored.marks.get(id);
    // Of the dictionaries, which are cached.
    const [category, area, mfoKnown] = await Promise.all([
      categoryOf(reference, fields.categoryId),
      areaOf(reference, fields),
      requisites?.kind === 'account' && requisites.mfo !== '' ? reference.isMfo(requisites.mfo) : null,
    ]);
    const context: OrderContext = {
      nowMs: at.getTime(),
      person: person && {
        kind: person.kind,
        name: person.name,
        authorisedSeller: stored.authorised.has(personId),
      },
      category,
      ...area,
      baseAmountTiyin: stored.base.amountTiyin,
      files: stored.counts.get(id)!,
      cardFound: stored.cardFound.get(id) ?? null,
      mfoKnown,
      isWorkingDay: (atMs) => stored.calendar.isWorkingDay(new Date(atMs)),
      ruleSet: ruleSet && ruleSet.figures,
      // Asked only where it matters.
      earlyStartAllowed:
        choices?.opensAtMs !== undefined &&
        choices.opensAtMs < at.getTime() + OPENS_AFTER_MS &&
        marks?.early_start_allowed === true,
      anyLetters: marks?.imported === true,
      units: stored.units,
    };
    return { context, ruleSet };
  }

  /** In the order in which they are given. */
  async function judgeEach(orders: readonly OrderToJudge[], at: Date = new Date()): Promise<Judgement[]> {
    const stored = await storedOf(orders, at);
    return Promise.all(
      orders.map(async (order) => {
        const { context, ruleSet } = await contextOf(order, at, stored);
        const { fields } = order;
        const days = ruleSet?.figures.paymentWorkingDays;
        return {
          problems: problemsOf(fields, ruleSet, context),
          warnings: orderWarnings(fields, context),
          context,
          paymentDays: days ? { min: days.min, max: days.max } : null,
        };
      }),
    );
  }

  return {
    judgeEach,

    judge: async (order: OrderToJudge, at?: Date): Promise<Judgement> => (await judgeEach([order], at))[0]!,

    contextOf: async (order: OrderToJudge, at: Date = new Date()): Promise<OrderContext> =>
      (await contextOf(order, at, await storedOf([order], at))).context,
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
