import {
  BANKS,
  LISTS,
  APPLICATION_STATUSES,
  ORDER_METHODS,
  ORDER_STATUSES,
  PAYMENT_STATUSES,
  REFUND_STATUSES,
  LOT_STATUS_NAMES,
  ORDER_TYPE_NAMES,
  type ReferenceService,
} from '#server/domains/reference/index.ts';
import { notFound } from '#server/platform/errors/index.ts';
import { registerContract, type HttpApp } from '#server/platform/http/index.ts';
import {
  applicationStatuses,
  areas,
  banks,
  baseAmount,
  categories,
  dynamicList,
  groups,
  lotStatuses,
  ORDER_TYPES,
  orderMethods,
  orderStatuses,
  orderTypes,
  paymentStatuses,
  refundStatuses,
  regions,
} from '#shared/api/reference.ts';
import { categoryFields, orderCategories } from '#shared/api/order-questions.ts';
import { LOT_STATUSES, lotStatusColour, lotStatusName } from '#shared/lifecycles/lot-status.ts';
import { registerCategoryIcons } from './category-icons.routes.ts';

export interface ReferenceRouteDeps {
  reference: ReferenceService;
  /** Number of current lots by category id. */
  countLotsByCategory: () => Promise<ReadonlyMap<number, number>>;
}

/** Dictionaries change a few times a year: a page may cache one for a minute, then revalidates by ETag. */
const FOR_A_MINUTE = 'public, max-age=60';
/** What staff edit is new everywhere within seconds. */
const FOR_SECONDS = 'public, max-age=5';
/** Trees carry counters of current lots, which change by the hour. */
const CACHED_COUNTED = 'public, max-age=15';

export function registerReferenceRoutes(
  app: HttpApp,
  { reference, countLotsByCategory }: ReferenceRouteDeps,
): void {
  const keepOne = (
    call: { session: unknown; res: { set(name: string, value: string): unknown } },
    cacheControl = FOR_A_MINUTE,
  ): void => {
    if (!call.session) call.res.set('Cache-Control', cacheControl);
  };
  const tree = async () => reference.categoryTree(await countLotsByCategory());

  registerCategoryIcons(app, reference);
  registerContract(app, regions, (call) => {
    keepOne(call);
    return reference.regions();
  });
  registerContract(app, areas, async (call) => {
    keepOne(call);
    const { region } = call.query;
    const all = await reference.areas();
    return region === undefined ? all : all.filter(({ regionId }) => regionId === region);
  });
  registerContract(app, categories, (call) => {
    keepOne(call, CACHED_COUNTED);
    return tree();
  });
  registerContract(app, groups, async (call) => {
    keepOne(call, CACHED_COUNTED);
    return (await tree()).map(({ categories: _categories, ...group }) => group);
  });
  registerContract(app, orderCategories, (call) => {
    keepOne(call, FOR_SECONDS);
    return reference.categoriesFor(call.query.orderType);
  });
  registerContract(app, categoryFields, async (call) => {
    const fields = await reference.fieldsOf(call.query.category);
    if (!fields) throw notFound();
    keepOne(call, FOR_SECONDS);
    return fields;
  });
  registerContract(app, lotStatuses, (call) => {
    keepOne(call);
    return LOT_STATUSES.map((id) => {
      const code = lotStatusName(id);
      return { id, code, colour: lotStatusColour(id), name: LOT_STATUS_NAMES[code] };
    });
  });
  registerContract(app, orderTypes, (call) => {
    keepOne(call);
    return ORDER_TYPES.map((code, i) => ({ id: i + 1, code, name: ORDER_TYPE_NAMES[code] }));
  });
  for (const [contract, list] of [
    [orderMethods, ORDER_METHODS],
    [orderStatuses, ORDER_STATUSES],
    [refundStatuses, REFUND_STATUSES],
    [paymentStatuses, PAYMENT_STATUSES],
    [applicationStatuses, APPLICATION_STATUSES],
  ] as const) {
    registerContract(app, contract, (call) => {
      keepOne(call);
      return list;
    });
  }
  registerContract(app, banks, (call) => {
    keepOne(call);
    return [...BANKS];
  });
  registerContract(app, dynamicList, (call) => {
    keepOne(call);
    return LISTS[call.query.name];
  });
  registerContract(app, baseAmount, (call) => {
    keepOne(call);
    return reference.baseAmountAt(new Date());
  });
}
