import type { z } from 'zod';
import type { AccountsService } from '#server/domains/people/accounts/index.ts';
import type { FilesService, FileViewer } from '#server/domains/content/files/index.ts';
import {
  lotPreview,
  namesOfKinds,
  type LotsRepository,
  type PreviewSource,
} from '#server/domains/trade/lots/index.ts';
import { filesOf, tradeWindow, type OrdersService } from '#server/domains/trade/orders/index.ts';
import { NotInRuleSet, type ReferenceService } from '#server/domains/content/reference/index.ts';
import { conflict, notFound } from '#server/platform/errors/index.ts';
import type { DocumentView, ImageView } from '#shared/api/cabinet/files.ts';
import type { LotDetails, Photo } from '#shared/api/site/lots.ts';
import type { LotTabDetails } from '#shared/api/site/lot-tabs.ts';
import type { orderPreview } from '#shared/api/cabinet/orders.ts';
import type { LocalizedText } from '#shared/i18n/localized.ts';
import type { OrderFields } from '#shared/orders/order-fields.ts';
import type { OrderProblem, OrderProblemCode } from '#shared/orders/order-problems.ts';
import { isCode, buildLotFromOrder } from './build-lot-from-order.ts';

export type OrderPreview = z.infer<typeof orderPreview.answer>;

export interface PreviewDeps {
  orders: Pick<OrdersService, 'judge' | 'reading' | 'tabs'>;
  accounts: Pick<AccountsService, 'byId'>;
  files: Pick<FilesService, 'images' | 'documents'>;
  lots: Pick<LotsRepository, 'placeNames'>;
  reference: PreviewSource & Pick<ReferenceService, 'knownFieldsOf' | 'listEntries'>;
}

/** What a card cannot be drawn without. */
const NEEDED: readonly OrderProblem['field'][] = [
  ...(['ownerType', 'orderType', 'tradeType', 'ruleSet', 'categoryId'] as const),
  ...(['title', 'description', 'address', 'regionId', 'areaId', 'quantity'] as const),
  ...([
    'startPriceTiyin',
    'estimatedPriceTiyin',
    'tenure',
    'rentMonths',
    'stayDays',
    'paymentWorkingDays',
    'choices',
    'instalments',
  ] as const),
];
/** Reasons not to send it that do not spoil its card: time passes while an order waits for a moderator. */
const DRAWN_ALL_THE_SAME: readonly OrderProblemCode[] = [
  ...(['opens-too-soon', 'announced-too-soon', 'announced-day-off', 'not-authorised', 'owner-type'] as const),
  ...(['latin', 'html', 'hidden-marks', 'letters', 'too-short', 'too-long'] as const),
  ...([
    'not-by-state-shop',
    'category-not-for-order-type',
    'category-hidden',
    'price-below-estimate',
    'estimate-required',
  ] as const),
];

const noPreview = (problems: readonly OrderProblem[]) =>
  conflict('orders.no-preview', { details: { problems } });

/**
 * The card of a lot as an order would make it now, for its customer and for staff. @throws 404 for everyone else, 409
 * `orders.no-preview` with the problems to mend first
 */
export const createOrderPreview =
  ({ orders, accounts, files, lots, reference }: PreviewDeps) =>
  async (viewer: FileViewer, orderId: number, at = new Date()): Promise<OrderPreview> => {
    const { order, personId, fields } = await orders.reading.shownTo(viewer, orderId);
    const { problems } = await orders.judge.judge({ id: orderId, personId, fields }, at);
    const missing = problems.filter(
      ({ field, problem }) => NEEDED.includes(field) && !DRAWN_ALL_THE_SAME.includes(problem),
    );
    if (missing.length > 0) throw noPreview(missing);
    const target = filesOf(orderId);
    const [customer, asked, ruleSet, calendar, images, documents, facts, categories, kinds] =
      await Promise.all([
        accounts.byId(personId),
        reference.knownFieldsOf(fields.categoryId!),
        reference.ruleSetToFreeze(fields.ruleSet!, at),
        reference.workingCalendar(),
        files.images(target, viewer),
        files.documents(target, viewer),
        orders.tabs.facts(fields),
        reference.categories(),
        namesOfKinds(reference, {
          unit: fields.unit ?? null,
          propertyType: fields.propertyType ?? null,
          categoryType: fields.categoryType ?? null,
        }),
      ]);
    if (!customer) throw notFound();
    const codes = new Set(asked.flatMap(({ code, kind }) => (isCode(kind) ? [code] : [])));
    const made = buildLotFromOrder(
      { id: orderId, personId, fields },
      {
        customer,
        publishedAt: at,
        isCode: (code: string) => codes.has(code),
        window: tradeWindow(fields, ruleSet.figures, calendar, at),
      },
    );
    const photos = photosOf(images.items, made.title);
    const lot = await drawn(() => lotPreview(lots, reference, { ...made, photos }, orderId));
    const group = categories.find(({ id }) => id === lot.groupId)?.name ?? lot.category;
    const tabs = [
      propertyTab(lot, { group, facts, fields, kinds }),
      lotTab(lot, order, fields),
      { tab: 'customer', ...lot.customer, address: null, extraPhone: fields.extraPhone ?? null } as const,
      { tab: 'documents', documents: documents.items.map(documentOf) } as const,
    ];
    return { order, lot, tabs };
  };

/** Figures that no lot can have are the customer's to mend. */
async function drawn(draw: () => Promise<LotDetails>): Promise<LotDetails> {
  try {
    return await draw();
  } catch (error) {
    // Not retried: the rule set refuses these figures, which is an answer; other errors are faults.
    if (!(error instanceof NotInRuleSet)) throw error;
    throw noPreview([{ field: 'choices', problem: 'terms' }]);
  }
}

/** The main photo first, at addresses for the viewer alone. */
const photosOf = (images: readonly ImageView[], alt: LocalizedText): Photo[] =>
  images
    .toSorted((one, other) => Number(other.isMain) - Number(one.isMain))
    .flatMap(({ sizes, blur, visible }) => {
      const largest = sizes.at(-1);
      return largest ? [{ ...largest, alt, sizes, blur, ...(!visible && { hidden: true as const }) }] : [];
    });

const documentOf = ({ id, name, type, sizeBytes, url }: DocumentView) => ({
  id,
  mediaType: type,
  sizeBytes,
  url,
  name: { uz: name, ru: name, 'uz-Cyrl': name, en: name },
});

type Tab<Name extends LotTabDetails['tab']> = Extract<LotTabDetails, { tab: Name }>;

function propertyTab(
  lot: LotDetails,
  {
    group,
    facts,
    fields,
    kinds,
  }: {
    group: LocalizedText;
    facts: Tab<'property'>['facts'];
    fields: OrderFields;
    kinds: Awaited<ReturnType<typeof namesOfKinds>>;
  },
): Tab<'property'> {
  const { description, category, region, area, address, latitude, longitude, quantity } = lot;
  return {
    tab: 'property',
    description,
    group,
    category,
    region,
    area,
    address,
    latitude,
    longitude,
    quantity,
    facts,
    ...kinds,
    tenure:
      fields.tenure === 'rent' ? { kind: 'rent', months: fields.rentMonths ?? 1 } : { kind: 'ownership' },
  };
}

function lotTab(lot: LotDetails, order: OrderPreview['order'], fields: OrderFields): Tab<'lot'> {
  const { number, status, tradeType, orderType, ruleSet, ruleSetVersion, rules, startPriceTiyin } = lot;
  const { depositTiyin, depositPercent, firstStepTiyin, firstStepPercent, firstSuggestedTiyin } = lot;
  const { paymentWorkingDays, instalmentMonths, rent } = lot;
  const { publishedAtMs, applicationsUntilMs, opensAtMs, closesAtMs } = lot;
  return {
    tab: 'lot',
    number,
    status,
    tradeType,
    orderType,
    ruleSet,
    ruleSetVersion,
    rules,
    startPriceTiyin,
    depositTiyin,
    depositPercent,
    firstStepTiyin,
    firstStepPercent,
    firstSuggestedTiyin,
    paymentWorkingDays,
    instalmentMonths,
    rent,
    publishedAtMs,
    applicationsUntilMs,
    opensAtMs,
    closesAtMs,
    orderId: order.id,
    orderLots: 1,
    orderStatus: order.status,
    stayDays: fields.stayDays ?? null,
    firstPartBp: fields.instalments?.firstPartBp ?? null,
    estimatedPriceTiyin: fields.estimatedPriceTiyin ?? null,
  };
}
