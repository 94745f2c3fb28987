import {
  APPLICATION_STATUSES,
  ORDER_STATUSES,
  PAYMENT_STATUSES,
  REFUND_STATUSES,
  LOT_STATUS_NAMES,
  type ReferenceService,
} from '#server/domains/content/reference/index.ts';
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
} from '#shared/api/site/reference.ts';
import { TRADE_TYPES } from '#shared/api/cabinet/order-fields.ts';
import { categoryFields, orderCategories } from '#shared/api/cabinet/order-questions.ts';
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
  /** Codes that the program knows, by the names and in the order of staff; the ids never change. */
  const named = async <Code extends string>(list: 'order-types' | 'order-methods', codes: readonly Code[]) =>
    (await reference.listEntries(list)).flatMap(({ code: own, name }) => {
      const at = codes.findIndex((code) => code === own);
      const code = codes[at];
      return code === undefined ? [] : [{ id: at + 1, code, name }];
    });
  const tree = async () => reference.categoryTree(await countLotsByCategory());

  registerCategoryIcons(app, reference);
  registerContract(app, regions, (call) => {
    keepOne(call, FOR_SECONDS);
    return reference.regions();
  });
  registerContract(app, areas, async (call) => {
    keepOne(call, FOR_SECONDS);
    const { region } = call.query;
    const all = await reference.offeredAreas();
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
    return fields.map(({ removed: _removed, choices, ...field }) => ({
      ...field,
      choices: choices.map(({ code, label }) => ({ code, label })),
    }));
  });
  registerContract(app, lotStatuses, (call) => {
    keepOne(call);
    return LOT_STATUSES.map((id) => {
      const code = lotStatusName(id);
      return { id, code, colour: lotStatusColour(id), name: LOT_STATUS_NAMES[code] };
    });
  });
  registerContract(app, orderTypes, (call) => {
    keepOne(call, FOR_SECONDS);
    return named('order-types', ORDER_TYPES);
  });
  registerContract(app, orderMethods, async (call) => {
    keepOne(call, FOR_SECONDS);
    return (await named('order-methods', TRADE_TYPES)).map((each) => ({ ...each, colour: null }));
  });
  for (const [contract, list] of [
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
    return reference.banks();
  });
  registerContract(app, dynamicList, async (call) => {
    keepOne(call, FOR_SECONDS);
    const entries = await reference.listEntries(call.query.name);
    return entries.map(({ code: id, name: label, hidden }) => ({ id, label, hidden }));
  });
  registerContract(app, baseAmount, (call) => {
    keepOne(call);
    return reference.baseAmountAt(new Date());
  });
}
