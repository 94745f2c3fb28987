import { demoRequisites } from '#server/domains/people/accounts/index.ts';
import type { NewLot } from '#server/domains/trade/lots/index.ts';
import { latinPart } from '#shared/validation/latin-text.ts';
import type { PropertyType } from '#shared/api/cabinet/order-fields.ts';
import type { OrderFields } from '#shared/orders/order-fields.ts';
import { propertyTypesOf } from '#shared/orders/property-kinds.ts';
import { DEMO_SIGN_INS } from './people.ts';

type Described = Omit<NewLot, 'choices'> & Pick<NewLot, 'choices'>;

const CUSTOMER_AT = DEMO_SIGN_INS.findIndex(({ part }) => part === 'customer');

/** As the reference has them. */
type Categories = readonly { id: number; code: string; parentId: number | null }[];

/** The usual one of a category. */
function propertyTypeOf(categoryId: number, categories: Categories): PropertyType | undefined {
  const category = categories.find(({ id }) => id === categoryId);
  const group = categories.find(({ id }) => id === category?.parentId);
  return category && group && propertyTypesOf({ code: category.code, group: group.code })[0];
}

/** A text of the content as a customer's Uzbek field takes it: without raised digits and dashes. */
export const customersText = (uz: string): string =>
  latinPart(
    uz
      .replaceAll(/\b(k|s)?m²/g, (_, of = '') => `kv. ${of}m`)
      .replaceAll(/\b(k|s)?m³/g, (_, of = '') => `kub. ${of}m`)
      .replaceAll('×', 'x')
      .replaceAll(/[–—]/g, '-'),
  );

/** What the customer of a demo lot wrote in its order. */
export function fieldsOfLot(lot: Described, categories: Categories, holderName: string): OrderFields {
  const two = ({ uz, ru }: { uz: string; ru: string }) => ({ uz: customersText(uz), ru });
  const state = lot.orderType === 'state';
  const facts = Object.entries(lot.facts ?? {}).map(([code, value]) => [
    code,
    typeof value === 'object' ? two(value) : value,
  ]);
  const { tradeType = 'auction', choices = {} } = lot;
  const { depositPercent, increment, overtime, minParticipants } = choices;
  const chosen = { depositPercent, increment, overtime, minParticipants };
  const free = { ...chosen, opensAtMs: lot.opensAt.getTime(), closesAtMs: lot.closesAt.getTime() };
  return {
    ownerType: state ? 'state-body' : 'legal',
    orderType: lot.orderType,
    tradeType,
    ...(lot.ruleSet !== 'practice' && { ruleSet: lot.ruleSet }),
    ...(tradeType === 'auction' && { choices: lot.ruleSet === 'private' ? free : { depositPercent } }),
    categoryId: lot.categoryId,
    categoryType: 'own',
    propertyType: propertyTypeOf(lot.categoryId, categories),
    title: two(lot.title),
    description: two(lot.description),
    quantity: lot.quantity,
    unit: 'piece',
    facts: Object.fromEntries(facts) as NonNullable<OrderFields['facts']>,
    tenure: lot.rentMonths ? 'rent' : 'ownership',
    ...(typeof lot.rentMonths === 'number' && { rentMonths: lot.rentMonths }),
    startPriceTiyin: lot.startPriceTiyin,
    ...(state && { estimatedPriceTiyin: lot.startPriceTiyin }),
    stayDays: 'until-sold',
    paymentWorkingDays: choices.paymentWorkingDays ?? 5,
    ...(lot.instalmentMonths &&
      lot.firstPartBp && { instalments: { months: lot.instalmentMonths, firstPartBp: lot.firstPartBp } }),
    regionId: lot.regionId,
    ...(lot.areaId && { areaId: lot.areaId }),
    address: two(lot.address),
    ...(lot.latitude !== null && { latitude: lot.latitude }),
    ...(lot.longitude !== null && { longitude: lot.longitude }),
    phone: lot.customer.phone ?? '+998900000002',
    ...(lot.customer.email && { email: lot.customer.email }),
    // Those in the customer's profile: payouts to others are marked for staff.
    requisites: { kind: 'account', ...demoRequisites(CUSTOMER_AT), holderName },
  };
}
