import type { LotDetails, Photo, RuleSetName } from '#shared/api/site/lots.ts';
import type { CategoryType, PropertyType } from '#shared/api/cabinet/order-fields.ts';
import type { LocalizedText } from '#shared/i18n/localized.ts';
import { termsProblem } from '#shared/auction/terms-problem.ts';
import { searchWords } from '#shared/i18n/transliterate.ts';
import { stateAfter } from '#shared/lifecycles/lifecycle.ts';
import { LOT } from '#shared/lifecycles/lot.ts';
import {
  freezeTerms,
  NotInRuleSet,
  windowByRule,
  type Choices,
  type ReferenceService,
} from '#server/domains/content/reference/index.ts';
import type { LotFacts, NewLotRow } from './lot-tables.ts';
import { demandPublishable } from './publication-rules.ts';
import type { LotsRepository } from './lots.repository.ts';
import { partsUnitsMax } from '#shared/limits/trade-terms.ts';

/** A lot about to be put on trade. Times are instants; the rule set is the one in force at publication. */
export interface NewLot {
  title: LocalizedText;
  description: LocalizedText;
  address: LocalizedText;
  categoryId: number;
  regionId: number;
  /** District or town of the region. */
  areaId?: number | null;
  quantity: number;
  latitude: number | null;
  longitude: number | null;
  photos: Photo[];
  /** Photos not marked visible to participants: the owner and staff alone see them. */
  hiddenPhotos?: Photo[];
  customer: LotDetails['customer'];
  customerAddress?: LocalizedText | null;
  customerExtraPhone?: string | null;
  customerPersonId: string | null;
  orderId: number | null;
  orderType: 'state' | 'private';
  /** `fixed-price`: at the start price, to the first who buys until `closesAt`; there is no room. Absent: an auction. */
  tradeType?: 'auction' | 'fixed-price';
  ruleSet: RuleSetName;
  choices?: Choices;
  startPriceTiyin: number;
  /** Months over which the winner may pay; absent or null: in full. */
  instalmentMonths?: number | null;
  /** What is due first, in basis points of the price: with `instalmentMonths`, and never without. */
  firstPartBp?: number | null;
  /** Days the property stays in trade; absent or null: not stated. */
  stayDays?: number | 'until-sold' | null;
  /** Let for so many months, or for a term that only the lot's papers state; absent or null: sold into ownership. */
  rentMonths?: number | 'in-papers' | null;
  /** A code of the list `units`; absent or null, like the next three: not stated. */
  unit?: string | null;
  propertyType?: PropertyType | null;
  /** How the property came to its seller. */
  categoryType?: CategoryType | null;
  /** By the report of an appraiser. */
  estimatedPriceTiyin?: number | null;
  /** Values of the category's fields, by their code. */
  facts?: LotFacts;
  /** `source:id` of a lot loaded in bulk. */
  outsideId?: string | null;
  publishedAt: Date;
  /** Ignored for an auction whose rule set prescribes its window, see `windowByRule`. */
  opensAt: Date;
  closesAt: Date;
  /** Closed rooms are shown to admitted participants only. */
  watchable?: boolean;
  /**
   * A practice room of staff by these rules, in which nothing is sold: without a deposit, between `opensAt` and `closesAt`
   * whatever the rule set prescribes, and for any ownership. Staff alone see it.
   */
  rehearsal?: boolean;
}

const HOUR_MS = 3_600_000;

/** Names of categories and places repeat with every lot. */
const known = new WeakMap<LocalizedText, string[]>();

function wordsOf(text: LocalizedText): string[] {
  const words = known.get(text) ?? Object.values(text).flatMap((one) => searchWords(one).split(' '));
  known.set(text, words);
  return words;
}

/** Words of texts in every language, each once. */
export const foundBy = (texts: readonly LocalizedText[]): string =>
  [...new Set(texts.flatMap(wordsOf))].filter(Boolean).join(' ');

/** Input of freezing. */
export type TermsSource = Pick<
  ReferenceService,
  'ruleSetToFreeze' | 'baseAmountToFreeze' | 'categories' | 'workingCalendar'
>;
export type PlaceNames = Pick<LotsRepository, 'placeNames'>;

/** Freezes the rule set in force into the lot and publishes it. Returns its id. Throws NotInRuleSet, NotForPublication. */
export const publishLot = async (
  lots: LotsRepository,
  reference: TermsSource,
  lot: NewLot,
): Promise<number> => lots.insert(await frozenLot(lots, reference, lot));

/**
 * The row of a lot with the rule set in force frozen into it, to be inserted as it is. Throws NotInRuleSet, and
 * NotForPublication, which is one.
 */
export async function frozenLot(lots: PlaceNames, reference: TermsSource, lot: NewLot): Promise<NewLotRow> {
  const [ruleSet, base, categories, places, calendar] = await Promise.all([
    reference.ruleSetToFreeze(lot.ruleSet, lot.publishedAt),
    reference.baseAmountToFreeze(lot.publishedAt),
    reference.categories(),
    lots.placeNames(lot.regionId, lot.areaId ?? null),
    reference.workingCalendar(),
  ]);
  const tradeType = lot.tradeType ?? 'auction';
  const fixedPrice = tradeType === 'fixed-price';
  const rehearsal = lot.rehearsal ?? false;
  if (!rehearsal) demandPublishable({ ...lot, tradeType }, base.amountTiyin);
  const laidDown =
    fixedPrice || rehearsal ? null : windowByRule(ruleSet.figures.window, calendar, lot.publishedAt);
  const { opensAt, closesAt } = laidDown ?? lot;
  const terms = freezeTerms(
    ruleSet,
    { startPriceTiyin: lot.startPriceTiyin, baseAmountTiyin: base.amountTiyin },
    lot.choices,
  );
  const applicationsUntil = {
    start: opensAt,
    hourBeforeStart: new Date(opensAt.getTime() - HOUR_MS),
    close: closesAt,
  }[rehearsal ? 'close' : terms.applicationsUntil];
  const practice = rehearsal || terms.ruleSet === 'practice';
  const watchable = !rehearsal && (lot.watchable ?? true);
  // Who buys at a fixed price pays at once, and in a rehearsal no one pays: nothing is deposited.
  const deposits = !fixedPrice && !rehearsal;
  const problem = termsProblem({
    lotId: 1, // not known yet, and no problem depends on it
    rules: terms.rules,
    startPriceTiyin: lot.startPriceTiyin,
    opensAtMs: opensAt.getTime(),
    closesAtMs: closesAt.getTime(),
    practice,
    watchable,
  });
  if (problem) throw new NotInRuleSet(`no auction can be held by these terms: ${problem}`);
  const category = categories.find(({ id }) => id === lot.categoryId);
  if (!category) throw new RangeError(`no category ${lot.categoryId}`);

  return {
    order_id: lot.orderId,
    title: JSON.stringify(lot.title),
    description: JSON.stringify(lot.description),
    address: JSON.stringify(lot.address),
    search_form: foundBy([lot.title]),
    search_more: foundBy([category.name, ...places, lot.address]),
    category_id: lot.categoryId,
    region_id: lot.regionId,
    area_id: lot.areaId ?? null,
    quantity: lot.quantity,
    latitude: lot.latitude,
    longitude: lot.longitude,
    photos: JSON.stringify(lot.photos),
    hidden_photos: JSON.stringify(lot.hiddenPhotos ?? []),
    customer: JSON.stringify(lot.customer),
    customer_address: lot.customerAddress ? JSON.stringify(lot.customerAddress) : null,
    customer_extra_phone: lot.customerExtraPhone ?? null,
    customer_person_id: lot.customerPersonId,
    trade_type: tradeType,
    order_type: lot.orderType,
    rule_set_name: terms.ruleSet,
    rule_set_version: terms.ruleSetVersion,
    rules: JSON.stringify(terms.rules),
    start_price_tiyin: lot.startPriceTiyin,
    deposit_tiyin: deposits ? terms.depositTiyin : 0,
    deposit_bp: deposits ? terms.depositBp : 0,
    payment_working_days: rehearsal ? 0 : terms.paymentWorkingDays,
    instalment_months: lot.instalmentMonths ?? null,
    first_part_bp: lot.firstPartBp ?? null,
    parts_units_max: fixedPrice && lot.instalmentMonths ? partsUnitsMax(lot.quantity) : null,
    stay_days: lot.stayDays === 'until-sold' ? 0 : (lot.stayDays ?? null),
    tenure: lot.rentMonths ? 'rent' : 'ownership',
    rent_months: lot.rentMonths === 'in-papers' ? null : (lot.rentMonths ?? null),
    unit: lot.unit ?? null,
    property_type: lot.propertyType ?? null,
    category_type: lot.categoryType ?? null,
    estimated_price_tiyin: lot.estimatedPriceTiyin ?? null,
    facts: JSON.stringify(lot.facts ?? {}),
    outside_id: lot.outsideId ?? null,
    practice,
    rehearsal,
    watchable: !fixedPrice && watchable,
    applications_until: applicationsUntil,
    opens_at: opensAt,
    closes_at: closesAt,
    published_at: lot.publishedAt,
    status: stateAfter(LOT, fixedPrice ? 'publish-sale' : 'publish-auction'),
    room_deadline_us: closesAt.getTime() * 1000,
  };
}
