import type { AccountsService } from '#server/domains/accounts/index.ts';
import type { FilesService } from '#server/domains/files/index.ts';
import {
  freezeTerms,
  NotInRuleSet,
  type ReferenceService,
  type RuleSet,
} from '#server/domains/reference/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import { areaCentre } from '#shared/places/area-places.ts';
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
}

export type OrderJudge = ReturnType<typeof createOrderJudge>;

/** Applies the rules to orders with everything the server knows. Reads outside of transactions. */
export function createOrderJudge(deps: JudgeDeps) {
  const { db, accounts, reference, files, isAuthorisedSeller, hasCard } = deps;

  async function categoryOf(categoryId: number | undefined): Promise<OrderContext['category']> {
    if (categoryId === undefined) return null;
    const rows = await reference.categories();
    const category = rows.find(({ id }) => id === categoryId);
    const group = rows.find(({ id }) => id === category?.parentId);
    // A group holds categories and no property.
    if (!category || !group) return 'missing';
    const facts = (await reference.fieldsOf(category.id)) ?? [];
    const askedBefore = (await reference.knownFieldsOf(category.id)).map(({ code }) => code);
    const { code, orderTypes } = category;
    const hidden = category.hidden || group.hidden;
    return { code, group: group.code, orderTypes, hidden, facts, askedBefore };
  }

  async function areaOf(areaId: number | undefined) {
    if (areaId === undefined) return { areaRegionId: null, areaCentre: null };
    const area = (await reference.areas()).find(({ id }) => id === areaId);
    if (!area) return { areaRegionId: 'missing', areaCentre: null } as const;
    return { areaRegionId: area.regionId, areaCentre: areaCentre(area.id) };
  }

  /** Asked only where it matters. */
  const earlyStartAllowed = async ({ id, fields: { choices } }: OrderToJudge, at: Date): Promise<boolean> =>
    choices?.opensAtMs !== undefined &&
    choices.opensAtMs < at.getTime() + OPENS_AFTER_MS &&
    createOrdersRepository(db).earlyStartAllowed(id);

  async function contextOf(order: OrderToJudge, at: Date) {
    const { id, personId, fields } = order;
    const { ruleSet: setName, requisites } = fields;
    const cardId = requisites?.kind === 'card' ? requisites.cardId : null;
    const [person, authorisedSeller, category, area, base, ruleSet, counts, cardFound, early, units] =
      await Promise.all([
        accounts.byId(personId),
        isAuthorisedSeller(personId),
        categoryOf(fields.categoryId),
        areaOf(fields.areaId),
        reference.baseAmountAt(at),
        setName === undefined ? null : reference.ruleSetAt(setName, at),
        files.countsOf(db, filesOf(id)),
        cardId === null ? null : hasCard(personId, cardId),
        earlyStartAllowed(order, at),
        reference.listEntries('units'),
      ]);
    const context: OrderContext = {
      nowMs: at.getTime(),
      person: person && { kind: person.kind, name: person.name, authorisedSeller },
      ...{ category, ...area, baseAmountTiyin: base.amountTiyin, files: counts, cardFound },
      ruleSet: ruleSet && ruleSet.figures,
      earlyStartAllowed: early,
      units: units.flatMap(({ code, hidden }) => (hidden ? [] : [code])),
    };
    return { context, ruleSet };
  }

  return {
    async judge(order: OrderToJudge, at: Date = new Date()): Promise<Judgement> {
      const { context, ruleSet } = await contextOf(order, at);
      const problems = orderProblems(order.fields, context);
      const { fields } = order;
      if (!concernTerms(problems)) problems.push(...problemsOfTerms(fields, ruleSet, context));
      return { problems, warnings: orderWarnings(fields, context), context };
    },

    contextOf: async (order: OrderToJudge, at: Date = new Date()): Promise<OrderContext> =>
      (await contextOf(order, at)).context,
  };
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
