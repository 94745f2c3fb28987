import { expect, test } from 'vitest';
import { orderProblems, type OrderContext } from '#shared/orders/order-problems.ts';
import { ORDER_PROBLEMS } from '#shared/orders/problem-codes.ts';
import type { OrderFields } from '#shared/orders/order-fields.ts';
import { LANGUAGES } from '#shared/i18n/languages.ts';
import { loadTexts } from '#server/platform/language/index.ts';
import { sampleFields } from '../fixtures/order-samples.ts';

const NOW = Date.UTC(2026, 10, 22, 15);

const PLAIN = { required: false, min: null, max: null, whole: false, choices: [] };

const CATEGORY: Exclude<OrderContext['category'], 'missing' | null> = {
  code: 'commercial',
  group: 'real-estate',
  orderTypes: ['state', 'private'],
  hidden: false,
  askedBefore: ['lift'],
  facts: [
    { ...PLAIN, code: 'total-area', kind: 'area', required: true },
    { ...PLAIN, code: 'built-year', kind: 'year' },
    { ...PLAIN, code: 'walls', kind: 'choice', choices: [{ code: 'brick' }] },
    { ...PLAIN, code: 'rooms', kind: 'number', min: 1, max: 20, whole: true },
    { ...PLAIN, code: 'checked', kind: 'date' },
  ],
};

/** Everything a server knows about a private sale of a commercial building. */
const CONTEXT: OrderContext = {
  nowMs: NOW,
  person: { kind: 'natural', name: '«Sample» seller', authorisedSeller: false },
  category: CATEGORY,
  units: ['piece', 'kg'],
  areaRegionId: 1726,
  areaCentre: null,
  nearestCentre: null,
  baseAmountTiyin: 412_000_00,
  cardFound: false,
  mfoKnown: null,
  ruleSet: { deposit: { minPercent: 0, maxPercent: 50 }, paymentWorkingDays: { min: 3, max: 10 } },
  files: { images: 3, mainImages: 1, documents: 0 },
  isWorkingDay: null,
  earlyStartAllowed: false,
};
const problemsOf = (fields: OrderFields, context: Partial<OrderContext> = {}) =>
  orderProblems(fields, { ...CONTEXT, ...context }).map(({ field, part, problem }) =>
    [field, part, problem].filter(Boolean).join(' '),
  );

test('nothing is wrong with a complete order, and a form that knows less finds no more', () => {
  expect(problemsOf(sampleFields(NOW))).toEqual([]);
  const nothing = {
    person: null,
    category: null,
    units: null,
    areaRegionId: null,
    baseAmountTiyin: null,
    ruleSet: null,
    files: null,
  };
  expect(problemsOf(sampleFields(NOW), nothing)).toEqual([]);
});

const day = 86_400_000;
test.each<[string, () => Partial<OrderFields>, string[]]>([
  [
    'Cyrillic in Uzbek',
    () => ({ title: { uz: 'Уй-жой', ru: 'Дом' } }),
    ['title uz latin', 'title ru too-short'],
  ],
  [
    'HTML',
    () => ({ title: { uz: 'Katta <b>uy</b>', ru: 'Большой <i>дом' } }),
    ['title uz html', 'title ru html'],
  ],
  [
    'direction marks',
    () => ({ address: { uz: 'Navoiy\u202e 12', ru: 'Навои\u200f 12' } }),
    ['address uz hidden-marks', 'address ru hidden-marks'],
  ],
  [
    'a text without words',
    () => ({ title: { uz: '12345', ru: '12345' } }),
    ['title uz letters', 'title ru letters'],
  ],
  [
    'too long texts',
    () => ({ title: { uz: 'a'.repeat(201), ru: 'б'.repeat(201) } }),
    ['title uz too-long', 'title ru too-long'],
  ],
  [
    'one language alone',
    () => ({ extraDescription: { uz: 'Batafsil', ru: '' } }),
    ['extraDescription ru required'],
  ],
  ['a price of nothing', () => ({ startPriceTiyin: 0 }), ['startPriceTiyin price-too-small']],
  ['a negative price', () => ({ startPriceTiyin: -100 }), ['startPriceTiyin price-too-small']],
  ['a fraction of a tiyin', () => ({ startPriceTiyin: 1000.5 }), ['startPriceTiyin price-fraction']],
  ['a price of 2^53', () => ({ startPriceTiyin: 2 ** 53 }), ['startPriceTiyin price-too-large']],
  ['no count', () => ({ quantity: 0 }), ['quantity count']],
  ['half a piece', () => ({ quantity: 1.5 }), ['quantity not-whole']],
  ['a rent of no month', () => ({ tenure: 'rent', rentMonths: 0 }), ['rentMonths rent-term']],
  ['payment in 2 days', () => ({ paymentWorkingDays: 2 }), ['paymentWorkingDays payment-days']],
  ['payment in 11 days', () => ({ paymentWorkingDays: 11 }), ['paymentWorkingDays payment-days']],
  [
    '121 months',
    () => ({ instalments: { months: 121, firstPartBp: 10_000 } }),
    ['instalments months months', 'instalments firstPartBp first-part'],
  ],
  [
    'a first part below a tenth of the price',
    () => ({ instalments: { months: 6, firstPartBp: 999 } }),
    ['instalments firstPartBp first-part'],
  ],
  ['a stay of 366 days', () => ({ stayDays: 366 }), ['stayDays stay-days']],
  ['a point that is none', () => ({ latitude: 91 }), ['latitude coordinates']],
  ['a point abroad', () => ({ latitude: 55.75, longitude: 37.62 }), ['latitude outside-country']],
  ['part of a counted thing', () => ({ facts: { 'total-area': 5, rooms: 1.5 } }), ['facts rooms not-whole']],
  ['a unit that is not offered', () => ({ unit: 'barrel' }), ['unit unknown-choice']],
  ['a required answer left out', () => ({ facts: {} }), ['facts total-area required']],
  [
    'answers of the wrong kind',
    () => ({
      facts: {
        'total-area': -1,
        walls: 'gold',
        'built-year': 9999,
        nothing: 1,
        rooms: 21,
        checked: '2026-02-30',
        lift: 'of a field that is not asked any more',
      },
    }),
    [
      'facts total-area too-small',
      'facts built-year too-large',
      'facts walls unknown-choice',
      'facts rooms too-large',
      'facts checked date',
      'facts nothing unknown-field',
    ],
  ],
  ['a phone of nowhere', () => ({ phone: '12', extraPhone: '+1 555' }), ['phone phone', 'extraPhone phone']],
  [
    'an account of another currency',
    () => ({
      requisites: {
        kind: 'account',
        bankName: 'Bank',
        account: '20208840900000000077',
        mfo: '873',
        holderName: 'Sample seller',
      },
    }),
    ['requisites account bank-account-currency', 'requisites mfo mfo'],
  ],
  [
    'an account of somebody else',
    () => ({
      requisites: {
        kind: 'account',
        bankName: 'Bank',
        account: '20208000900000000077',
        mfo: '00873',
        holderName: 'Another',
      },
    }),
    ['requisites holderName not-own-name'],
  ],
  [
    'a card of nobody',
    () => ({ requisites: { kind: 'card', cardId: 8 } }),
    ['requisites cardId bank-info-not-found'],
  ],
  ['the owner type of others', () => ({ ownerType: 'state-body' }), ['ownerType owner-type']],
  [
    'state property of an unmarked seller',
    () => ({ orderType: 'state' }),
    [
      'orderType not-authorised',
      'ruleSet rule-set-of-other-property',
      'estimatedPriceTiyin estimate-required',
      'documents estimate-report',
    ],
  ],
  [
    'a deposit of 51 %',
    () => ({ choices: { ...sampleFields(NOW).choices, depositPercent: 51 } }),
    ['choices depositPercent deposit'],
  ],
  [
    'trade within a day',
    () => ({ choices: { opensAtMs: NOW + day / 2, closesAtMs: NOW + day } }),
    ['choices opensAtMs opens-too-soon'],
  ],
  [
    'trade in the year 9999',
    () => ({ choices: { opensAtMs: 253_370_764_800_000, closesAtMs: 253_370_764_900_000 } }),
    ['choices opensAtMs opens-too-late'],
  ],
  [
    'trade that ends first',
    () => ({ choices: { opensAtMs: NOW + 3 * day, closesAtMs: NOW + 2 * day } }),
    ['choices closesAtMs closes-before-opening'],
  ],
])('find %s', (_what, changes, expected) => {
  expect(problemsOf({ ...sampleFields(NOW), ...changes() })).toEqual(expected);
});

test.each<[string, Partial<OrderContext>, OrderFields, string[]]>([
  ['an unknown district', { areaRegionId: 'missing' }, {}, ['areaId unknown-choice']],
  ['a district of another region', { areaRegionId: 1703 }, {}, ['areaId area-of-other-region']],
  ['a category of none', { category: 'missing' }, {}, ['categoryId unknown-choice']],
  [
    'a category that staff have hidden',
    { category: { ...CATEGORY, hidden: true } },
    {},
    ['categoryId category-hidden'],
  ],
  [
    'a building that is movable',
    {},
    { propertyType: 'movable' },
    ['propertyType property-type-of-other-category'],
  ],
  [
    'a car that is land',
    { category: { ...CATEGORY, code: 'cars', group: 'transport' } },
    {},
    ['propertyType property-type-of-other-category'],
  ],
  ['a right to a building', {}, { propertyType: 'rights' }, []],
  ['property of a group that staff have added', { category: { ...CATEGORY, group: 'ships' } }, {}, []],
  ['half a point', {}, { longitude: undefined }, ['longitude coordinates']],
  ['no point', {}, { latitude: undefined, longitude: undefined }, ['latitude choose-coordinate']],
  [
    'a day announced too soon, and one that does not exist',
    { person: { kind: 'legal', name: 'Sample seller', authorisedSeller: true } },
    {
      ownerType: 'legal',
      orderType: 'state',
      ruleSet: 'state-live',
      estimatedPriceTiyin: 100,
      choices: { announcedOn: '2026-12-21', minParticipants: 1 },
    },
    [
      'choices minParticipants not-a-choice-of-rule-set',
      'choices announcedOn announced-too-soon',
      'documents estimate-report',
    ],
  ],
  [
    'a day off on which nothing is traded',
    {
      person: { kind: 'legal', name: 'Sample seller', authorisedSeller: true },
      files: { images: 3, mainImages: 1, documents: 1 },
      isWorkingDay: (atMs) => atMs !== Date.parse('2027-03-08T00:00:00+05:00'),
    },
    {
      ownerType: 'legal',
      orderType: 'state',
      ruleSet: 'state-live',
      estimatedPriceTiyin: 100,
      choices: { announcedOn: '2027-03-08' },
    },
    ['choices announcedOn announced-day-off'],
  ],
  [
    'a day that does not exist, and a price below the estimate',
    {
      person: { kind: 'legal', name: 'Sample seller', authorisedSeller: true },
      files: { images: 21, mainImages: 2, documents: 1 },
    },
    {
      ownerType: 'legal',
      orderType: 'state',
      ruleSet: 'state-live',
      estimatedPriceTiyin: 50_000_000_01,
      choices: { announcedOn: '2027-06-31' },
    },
    [
      'startPriceTiyin price-below-estimate',
      'choices announcedOn announced-day',
      'photos photos-too-many',
      'photos main-photo',
    ],
  ],
])('find %s where the server knows it', (_what, context, changes, expected) => {
  expect(problemsOf({ ...sampleFields(NOW), ...changes }, context)).toEqual(expected);
});

test('every problem has a text in every language', () => {
  const texts = loadTexts();
  for (const language of LANGUAGES)
    for (const problem of ORDER_PROBLEMS)
      expect(texts.text(language, `order-problems:${problem}`)).toMatch(/^\p{Lu}.*[.\d]$/u);
});
