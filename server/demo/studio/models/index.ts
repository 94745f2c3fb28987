import type { Mesh } from '../mesh.ts';
import type { Shot } from '../render-picture.ts';
import * as buildings from './buildings.ts';
import * as buses from './buses.ts';
import * as devices from './devices.ts';
import * as equipment from './equipment.ts';
import * as plans from './floor-plans.ts';
import * as furniture from './furniture.ts';
import * as goods from './goods.ts';
import * as homes from './homes.ts';
import * as land from './land.ts';
import * as lorries from './lorries.ts';
import * as machines from './machines.ts';
import * as tractors from './tractors.ts';
import * as valuables from './valuables.ts';
import { saloon } from './vehicles.ts';

/** What is photographed of a kind of lot. */
export interface Subject {
  model: () => Mesh;
  /** Shown last instead of a detail: the rooms from above. */
  plan?: () => Mesh;
  /** Where the detail is, as shares of the object's box, and how near. */
  detail?: Pick<Shot, 'at' | 'nearer'>;
}

const at = (x: number, y: number, z: number, nearer: number): Pick<Shot, 'at' | 'nearer'> => ({
  at: [x, y, z],
  nearer,
});

/** By the key of the kind of lot. */
export const SUBJECTS: Readonly<Record<string, Subject>> = {
  'flat-yunusobod': { model: homes.nineStoreys, plan: plans.threeRoomPlan },
  'flat-samarqand': { model: homes.fourStoreys, plan: plans.twoRoomPlan },
  'house-urgut': { model: homes.gardenHouse, plan: plans.housePlan },
  'house-namangan': { model: homes.porchHouse, detail: { at: [0.45, 0.4, 0.8], nearer: 2.2 } },
  'shop-chilonzor': { model: buildings.shop, plan: plans.shopPlan },
  'cafe-buxoro': { model: buildings.cafe, plan: plans.cafePlan },
  'warehouse-sergeli': { model: buildings.warehouse, detail: at(0.5, 0.3, 0.8, 2.2) },
  'workshop-andijon': { model: buildings.workshop, detail: at(0.5, 0.4, 0.8, 2.2) },
  'plot-chirchiq': { model: land.housePlot, detail: at(0.66, 0.2, 0.6, 2.4) },
  'plot-zangiota': { model: land.businessPlot, detail: at(0.28, 0.5, 0.7, 2.4) },
  'field-guliston': { model: land.grainField, detail: at(0.2, 0.4, 0.6, 3) },
  'field-qarshi': { model: land.orchard, detail: at(0.6, 0.4, 0.55, 3) },
  'cobalt-2021': {
    model: () => saloon({ colour: '#eceef0', long: 4.48, high: 1.51, bonnet: 0.25, boot: 0.84, wheel: 0.32 }),
    detail: at(0.82, 0.4, 0.9, 2.6),
  },
  'malibu-2018': {
    model: () => saloon({ colour: '#1b1e23', long: 4.93, high: 1.45, bonnet: 0.27, boot: 0.88, wheel: 0.35 }),
    detail: at(0.84, 0.4, 0.9, 2.6),
  },
  'nexia-2016': {
    model: () => saloon({ colour: '#b3262c', long: 4.25, high: 1.5, bonnet: 0.24, boot: 0.8, wheel: 0.3 }),
    detail: at(0.82, 0.4, 0.9, 2.6),
  },
  'truck-isuzu': { model: lorries.boxLorry, detail: at(0.86, 0.4, 0.9, 2.3) },
  'truck-man': { model: lorries.tractorUnit, detail: at(0.3, 0.3, 0.8, 2.2) },
  'bus-isuzu': { model: buses.bus, detail: at(0.88, 0.45, 0.9, 2.4) },
  'minibus-damas': { model: buses.microvan, detail: at(0.8, 0.5, 0.9, 2.3) },
  'motorcycle-touring': { model: buses.motorcycle, detail: at(0.5, 0.35, 0.6, 2.2) },
  'tractor-mtz': { model: () => tractors.fieldTractor('#b5322b'), detail: at(0.35, 0.4, 0.9, 2.2) },
  'seeder-termiz': { model: tractors.tractorWithSeeder, detail: at(0.18, 0.35, 0.6, 2.4) },
  'excavator-chirchiq': {
    model: () => machines.excavator({ colour: '#e0a516' }),
    detail: at(0.85, 0.25, 0.5, 2.4),
  },
  'loader-qarshi': { model: machines.miniExcavator, detail: at(0.38, 0.5, 0.6, 2.2) },
  'cnc-navoiy': { model: equipment.millingCentre, detail: at(0.62, 0.45, 1, 2.2) },
  'packing-andijon': { model: equipment.packingLine, detail: at(0.62, 0.4, 0.6, 2.4) },
  'bakery-fargona': { model: equipment.bakery, detail: at(0.85, 0.45, 0.6, 2.6) },
  'ultrasound-buxoro': { model: equipment.medical, detail: at(0.1, 0.65, 0.7, 2.8) },
  'solar-termiz': { model: machines.solar, detail: at(0.5, 0.7, 0.8, 2.4) },
  'laptops-mirobod': { model: devices.laptops, detail: at(0.2, 0.3, 0.7, 2.3) },
  'phones-namangan': { model: devices.phonesAndTablets, detail: at(0.75, 0.5, 0.4, 2.2) },
  'washers-sergeli': { model: devices.appliances, detail: at(0.15, 0.25, 1, 2.2) },
  'office-yunusobod': { model: furniture.office, detail: at(0.28, 0.5, 0.6, 2.2) },
  'sofa-samarqand': { model: furniture.sofa, detail: at(0.22, 0.3, 0.6, 2.3) },
  'bricks-zangiota': { model: goods.bricks, detail: at(0.25, 0.6, 0.8, 2.4) },
  'textiles-margilon': { model: goods.textiles, detail: at(0.3, 0.2, 0.8, 2.2) },
  'fruit-jizzax': { model: goods.driedFruit, detail: at(0.32, 0.85, 0.75, 2.4) },
  'jewellery-buxoro': { model: valuables.jewellery, detail: at(0.5, 0.5, 0.7, 2.4) },
  'vase-samarqand': { model: valuables.vaseAndPainting, detail: at(0.2, 0.45, 0.8, 2.0) },
  'shares-fargona': { model: valuables.shares, detail: at(0.8, 0.2, 0.5, 2.2) },
  'rights-navoiy': { model: valuables.billboard, detail: at(0.35, 0.75, 0.5, 2.0) },
  'practice-phone': { model: devices.practicePhone, detail: at(0.5, 0.75, 0.7, 2.0) },
};

/** Three-quarter front, side, three-quarter back, from above; the last is a detail or the plan. */
export const SHOTS: readonly Shot[] = [
  { around: 34, above: 13 },
  { around: -3, above: 7 },
  { around: 214, above: 16 },
  { around: -32, above: 38 },
  { around: 42, above: 20 },
];
