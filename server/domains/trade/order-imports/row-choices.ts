import { areaFinder, regionOf } from '#server/domains/trade/lots/index.ts';
import type { ReferenceService } from '#server/domains/content/reference/index.ts';
import { CATEGORY_TYPES, ORDER_RULE_SETS, PROPERTY_TYPES } from '#shared/api/cabinet/order-fields.ts';
import type { FACT_KINDS } from '#shared/api/cabinet/order-questions.ts';
import { ORDER_TYPES } from '#shared/api/site/reference.ts';
import type { LocalizedText } from '#shared/i18n/localized.ts';
import { searchForm } from '#shared/i18n/transliterate.ts';
import { stripInvisible } from '#shared/text/index.ts';
import { TENURES } from '#shared/trade/rent.ts';

interface AskedFact {
  code: string;
  kind: (typeof FACT_KINDS)[number];
  choiceOf(text: string): string | null;
}

/** Words that organisations write for values that no list of the product names. */
const WORDS: Readonly<Record<string, readonly (readonly [word: string, value: string])[]>> = {
  tradeType: [
    ['auksion', 'auction'],
    ['аукцион', 'auction'],
    ['qatʼiy narx', 'fixed-price'],
    ['фиксированная цена', 'fixed-price'],
  ],
  ownerType: [
    ['yuridik shaxs', 'legal'],
    ['юридическое лицо', 'legal'],
    ['jismoniy shaxs', 'natural'],
    ['физическое лицо', 'natural'],
    ['davlat organi', 'state-body'],
    ['государственный орган', 'state-body'],
  ],
  orderType: [
    ['xususiy', 'private'],
    ['частное', 'private'],
    ['davlat', 'state'],
    ['государственное', 'state'],
  ],
};

type Named = readonly { id: string; label: LocalizedText }[];

/** Finds a value by itself or by its name in any language. */
function byName<Value extends string>(
  values: readonly Value[],
  names: Named,
): (text: string) => Value | null {
  const found = new Map<string, Value>(values.map((value) => [searchForm(value), value]));
  for (const { id, label } of names)
    for (const name of Object.values(label))
      if ((values as readonly string[]).includes(id)) found.set(searchForm(name), id as Value);
  return finder(found);
}

/** By a folded name; signs alone, which fold to nothing, name nothing. */
const finder =
  <Value>(values: ReadonlyMap<string, Value>) =>
  (text: string): Value | null => {
    const word = searchForm(text);
    return word === '' ? null : (values.get(word) ?? null);
  };

/** Working days to pay where a file says nothing, or as many as the rules allow. */
const USUAL_PAYMENT_DAYS = 10;

const named = (key: string): Named =>
  (WORDS[key] ?? []).map(([word, id]) => ({ id, label: { uz: word, ru: word, 'uz-Cyrl': word, en: word } }));

export type Choices = Awaited<ReturnType<typeof loadChoices>>;

/** What cells may name: categories, places and the values of lists, by code or by name in any language. Read once for a file. */
export async function loadChoices(reference: ReferenceService) {
  const namesIn = async (list: Parameters<ReferenceService['listEntries']>[0]): Promise<Named> =>
    (await reference.listEntries(list)).flatMap(({ code, name, hidden }) =>
      hidden ? [] : [{ id: code, label: name }],
    );
  const [categories, regions, areas, categoryTypes, propertyTypes, units, tenures] = await Promise.all([
    reference.categories(),
    reference.regions(),
    reference.offeredAreas(),
    namesIn('category-types'),
    namesIn('property-types'),
    namesIn('units'),
    namesIn('tenures'),
  ]);
  // A name that a hidden category shares with one on offer means the latter.
  const leaves = categories
    .filter(({ parentId }) => parentId !== null)
    .toSorted((a, b) => Number(b.hidden) - Number(a.hidden));
  const category = new Map<string, number>();
  for (const { id, code, name } of leaves) {
    for (const text of Object.values(name)) category.set(searchForm(text), id);
    category.set(searchForm(code), id);
  }
  const region = new Map(
    regions.flatMap(({ id, name }) => Object.values(name).map((text) => [searchForm(text), id])),
  );
  const areaByName = areaFinder(areas);
  const areaNames = new Map(
    areas.flatMap(({ id, regionId, name }) =>
      Object.values(name).map((text) => [`${regionId} ${searchForm(text)}`, id] as const),
    ),
  );
  const facts = new Map<number, AskedFact[]>();
  for (const { id } of leaves)
    facts.set(
      id,
      ((await reference.fieldsOf(id)) ?? []).map(({ code, kind, choices }) => ({
        code,
        kind,
        choiceOf: byName(
          choices.map((each) => each.code),
          choices.map((each) => ({ id: each.code, label: each.label })),
        ),
      })),
    );
  const now = new Date();
  const paymentDays = new Map(
    await Promise.all(
      ORDER_RULE_SETS.map(async (name) => {
        const { figures } = await reference.ruleSetAt(name, now);
        const { min, max } = figures.paymentWorkingDays;
        return [name, Math.min(Math.max(USUAL_PAYMENT_DAYS, min), max)] as const;
      }),
    ),
  );
  const isId = (text: string): boolean => /^\d{1,9}$/.test(text);

  return {
    of: <Value extends string>(key: string, values: readonly Value[]) => byName(values, named(key)),
    orderType: byName(ORDER_TYPES, named('orderType')),
    categoryType: byName(CATEGORY_TYPES, categoryTypes),
    propertyType: byName(PROPERTY_TYPES, propertyTypes),
    unit: byName(
      units.map(({ id }) => id),
      units,
    ),
    tenure: byName(TENURES, tenures),
    paymentDaysOf: (ruleSet: (typeof ORDER_RULE_SETS)[number]): number => paymentDays.get(ruleSet)!,
    category: finder(category),
    /** By the code of the classifier, ISO 3166-2 or its name. */
    region: (written: string): number | null => {
      const text = stripInvisible(written).trim();
      if (isId(text)) return regions.find(({ id }) => id === Number(text))?.id ?? null;
      const iso = regionOf(text.toUpperCase());
      return iso ?? finder(region)(text);
    },
    area: (written: string, regionId: number | null): number | null => {
      const text = stripInvisible(written).trim();
      if (isId(text)) return areas.find(({ id }) => id === Number(text))?.id ?? null;
      if (regionId === null) return null;
      return areaByName(regionId, text) ?? areaNames.get(`${regionId} ${searchForm(text)}`) ?? null;
    },
    factsOf: (categoryId: number | undefined): readonly AskedFact[] =>
      categoryId === undefined ? [] : (facts.get(categoryId) ?? []),
  };
}
