import type { LotFacts } from '#server/domains/lots/index.ts';

/** What is known of the property of some lots, by the codes of dictionaries/field_list. */
export const FACTS: Readonly<Record<string, LotFacts>> = {
  'flat-yunusobod': { 'total-area': 78, rooms: 3, floor: 5, floors: 9, 'built-year': 2008, renovated: true },
  'flat-samarqand': { 'total-area': 54, rooms: 2, floor: 2, floors: 4, 'built-year': 1986, walls: 'brick' },
  'house-urgut': { 'land-area': 600, rooms: 5, gas: true, water: true, electricity: true },
  'house-namangan': { 'total-area': 112, rooms: 4, floors: 1, walls: 'brick' },
  'shop-chilonzor': { 'total-area': 164, floors: 1, 'built-year': 2014 },
  'cafe-buxoro': { 'total-area': 210, floors: 1 },
  'warehouse-sergeli': { 'total-area': 860, height: 7, floors: 1 },
  'workshop-andijon': { 'total-area': 420, electricity: true },
  'plot-chirchiq': { 'land-area': 400, electricity: true },
  'plot-zangiota': { 'land-area': 3_500 },
  'field-guliston': { 'land-area': 120_000, irrigated: true, 'soil-grade': 64 },
  'field-qarshi': { 'land-area': 50_000, irrigated: true },
  'cobalt-2021': { year: 2021, mileage: 64_000, gearbox: 'automatic', fuel: 'petrol' },
  'malibu-2018': { year: 2018, gearbox: 'automatic', fuel: 'petrol' },
  'nexia-2016': { year: 2016, mileage: 142_000, gearbox: 'manual', fuel: 'petrol' },
  'truck-isuzu': { year: 2019, fuel: 'diesel', payload: 4 },
  'truck-man': { year: 2017, fuel: 'diesel' },
  'bus-isuzu': { seats: 27, fuel: 'methane' },
  'minibus-damas': { year: 2020, seats: 7, fuel: 'gas' },
  'motorcycle-touring': { mileage: 18_000, 'engine-volume': 650, fuel: 'petrol' },
  'tractor-mtz': { power: 82, hours: 3_100 },
  'excavator-chirchiq': { weight: 22 },
  'loader-qarshi': { weight: 6 },
};
