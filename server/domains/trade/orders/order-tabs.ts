import { factText, type ReferenceService } from '#server/domains/content/reference/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import type { OrderRemark, OrderTabDetails } from '#shared/api/cabinet/orders.ts';
import type { PayoutCard } from '#shared/api/cabinet/refunds.ts';
import { isOpenOrder } from '#shared/lifecycles/order.ts';
import { inFourLanguages } from '#shared/orders/localized-texts.ts';
import { MAX_TIYIN } from '#shared/auction/rules.ts';
import { ORDER_LIMITS, type OrderFields } from '#shared/orders/order-fields.ts';
import { isWholeWithin } from '#shared/orders/price-rules.ts';
import { monthlyRentTiyin } from '#shared/trade/rent.ts';
import type { OrderProblem } from '#shared/orders/order-problems.ts';
import type { OrderFlows } from './flows/order-flows.ts';
import type { OrderJudge } from './judge-order.ts';
import type { StoredOrder } from './order-tables.ts';
import { ownOrder } from './own-order.ts';
import { isPayoutSent } from './sent-payout.repository.ts';

type OrderTab<Name extends OrderTabDetails['tab']> = Extract<OrderTabDetails, { tab: Name }>;

export interface TabsDeps {
  db: AnyDb;
  reference: Pick<ReferenceService, 'areas' | 'categories' | 'knownFieldsOf' | 'regions'>;
  judge: Pick<OrderJudge, 'judge'>;
  flows: Pick<OrderFlows, 'remarksOf' | 'of'>;
  /** Cards of the person, by gateway/uzcard-cards. */
  cardsOf(personId: string): Promise<readonly PayoutCard[]>;
}

export interface OrderTabs {
  /** @throws 404 for orders of other people and for deleted ones */
  tab(personId: string, orderId: number, tab: OrderTabDetails['tab']): Promise<OrderTabDetails>;
  all(
    personId: string,
    orderId: number,
  ): Promise<{
    orderInfo: OrderTab<'order-info'>;
    propertyInfo: OrderTab<'property-info'>;
    requisites: OrderTab<'requisites'>;
    remarks: OrderRemark[];
    problems: OrderProblem[];
  }>;
  /** Values of the category's fields as people read them, in the order of the form. */
  facts(fields: OrderFields): Promise<OrderTab<'property-info'>['facts']>;
}

/** Requisites can be changed until the order is over or its money is on its way. */
const takesRequisites = async (db: AnyDb, { id, status }: StoredOrder): Promise<boolean> =>
  isOpenOrder(status) && !(await isPayoutSent(db, id));

/** The pages of an order in the cabinet. */
export function createOrderTabs({ db, reference, judge, flows, cardsOf }: TabsDeps): OrderTabs {
  async function facts({ categoryId, facts: values = {} }: OrderFields) {
    const known = categoryId === undefined ? [] : await reference.knownFieldsOf(categoryId);
    return known.flatMap((field) => {
      const given = Object.hasOwn(values, field.code) ? values[field.code] : undefined;
      if (given === undefined) return [];
      const written = typeof given === 'string' && field.kind === 'text' ? { uz: given, ru: given } : given;
      const value = factText(field, typeof written === 'object' ? inFourLanguages(written) : written);
      return value ? [{ label: field.label, value }] : [];
    });
  }

  async function orderInfo(row: StoredOrder): Promise<OrderTab<'order-info'>> {
    const { ownerType, orderType, tradeType, ruleSet, choices, quantity, unit, tenure, rentMonths } =
      row.fields;
    const { startPriceTiyin, estimatedPriceTiyin, stayDays, paymentWorkingDays, instalments } = row.fields;
    const sent = (await flows.of(row.id)).findLast(({ to }) => to === 'sent');
    // What breaks a rule is shown as it was written, and nothing is reckoned from it.
    const monthly =
      tenure === 'rent' &&
      startPriceTiyin !== undefined &&
      isWholeWithin(startPriceTiyin, ORDER_LIMITS.startPriceMinTiyin, MAX_TIYIN) &&
      rentMonths !== undefined &&
      isWholeWithin(rentMonths, ORDER_LIMITS.rentMonthsMin, ORDER_LIMITS.rentMonths);
    return {
      tab: 'order-info',
      ownerType,
      orderType,
      tradeType,
      ruleSet,
      choices,
      quantity,
      unit,
      tenure,
      rentMonths,
      startPriceTiyin,
      estimatedPriceTiyin,
      stayDays,
      paymentWorkingDays,
      instalments,
      monthlyPriceTiyin: monthly ? monthlyRentTiyin(startPriceTiyin, rentMonths) : null,
      sentAtMs: sent?.atMs ?? null,
    };
  }

  async function propertyInfo({ fields }: StoredOrder): Promise<OrderTab<'property-info'>> {
    const [categories, regions, areas] = await Promise.all([
      reference.categories(),
      reference.regions(),
      reference.areas(),
    ]);
    const category = categories.find(({ id }) => id === fields.categoryId);
    const nameIn = (rows: typeof regions | typeof areas | typeof categories, id: number | null | undefined) =>
      rows.find((row) => row.id === id)?.name ?? null;
    const { categoryType, propertyType, title, description, extraDescription, address } = fields;
    const { latitude, longitude, phone, extraPhone, email } = fields;
    return {
      tab: 'property-info',
      categoryType,
      propertyType,
      title,
      description,
      extraDescription,
      address,
      latitude,
      longitude,
      phone,
      extraPhone,
      email,
      group: nameIn(categories, category?.parentId),
      category: category?.name ?? null,
      region: nameIn(regions, fields.regionId),
      area: nameIn(areas, fields.areaId),
      facts: await facts(fields),
    };
  }

  async function requisitesInfo(row: StoredOrder): Promise<OrderTab<'requisites'>> {
    const { requisites } = row.fields;
    const changeable = await takesRequisites(db, row);
    if (requisites?.kind !== 'card') return { tab: 'requisites', requisites: requisites ?? null, changeable };
    const { cardId } = requisites;
    const found = (await cardsOf(row.person_id)).find(({ id }) => id === cardId);
    const card = found ? { type: found.type, mask: found.mask } : null;
    return { tab: 'requisites', requisites: { kind: 'card', cardId, card }, changeable };
  }

  return {
    facts,

    async tab(personId, orderId, tab) {
      const row = await ownOrder(db, personId, orderId);
      switch (tab) {
        case 'order-info':
          return orderInfo(row);
        case 'property-info':
          return propertyInfo(row);
        case 'requisites':
          return requisitesInfo(row);
      }
    },

    async all(personId, orderId) {
      const row = await ownOrder(db, personId, orderId);
      const { id, fields } = row;
      const [info, property, requisites, remarks, { problems }] = await Promise.all([
        orderInfo(row),
        propertyInfo(row),
        requisitesInfo(row),
        flows.remarksOf(id),
        judge.judge({ id, personId, fields }),
      ]);
      return { orderInfo: info, propertyInfo: property, requisites, remarks, problems };
    },
  };
}
