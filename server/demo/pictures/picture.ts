import { HEIGHT, TONES, WIDTH, type Brush } from './canvas.ts';
import { flats, house, store, warehouse } from './drawings/buildings.ts';
import { field, plot } from './drawings/land.ts';
import { energy, excavator, kitchen, machine, medical, tractor } from './drawings/machines.ts';
import * as goods from './drawings/goods.ts';
import * as things from './drawings/things.ts';
import { bus, car, motorcycle, truck } from './drawings/vehicles.ts';
import { pick, randomOf } from './random.ts';

/** What can be drawn, by category code. */
const DRAWINGS: Record<string, (brush: Brush) => string> = {
  flats,
  houses: house,
  commercial: store,
  warehouses: warehouse,
  'housing-land': plot,
  'business-land': plot,
  'farm-land': field,
  cars: car,
  trucks: truck,
  buses: bus,
  motorcycles: motorcycle,
  'farm-machinery': tractor,
  'construction-machinery': excavator,
  'industrial-equipment': machine,
  'food-equipment': kitchen,
  'medical-equipment': medical,
  'energy-equipment': energy,
  computers: things.computers,
  phones: things.phones,
  appliances: things.appliances,
  'office-furniture': things.office,
  'home-furniture': things.sofa,
  'building-materials': goods.materials,
  textiles: goods.textiles,
  'food-goods': goods.food,
  jewellery: goods.jewellery,
  collectibles: goods.antiques,
  shares: goods.shares,
  rights: goods.rights,
};

export const PICTURE_KINDS = Object.keys(DRAWINGS);
export const VIEWS = 3;
export const PICTURE_SIZE = { width: WIDTH, height: HEIGHT } as const;

/** Whole, nearer, and from the other side. */
const FRAMES = ['0 0 960 640', '130 150 690 460', '0 0 960 640'] as const;

/**
 * A drawn photo, the same for the same words: colours come from the seed, view 0 shows the whole, 1 comes nearer,
 * 2 is mirrored under another sky. Undefined when nothing of that kind is drawn.
 */
export function drawPicture(kind: string, seed: string, view: number): string | undefined {
  const draw = DRAWINGS[kind];
  const frame = FRAMES[view];
  if (!draw || !frame) return undefined;
  const colours = randomOf(`${kind}:${seed}`);
  const tone = pick(colours, TONES);
  const accent = pick(
    colours,
    TONES.filter((other) => other !== tone),
  );
  const brush: Brush = {
    random: randomOf(`${kind}:${seed}:${view === 1 ? 0 : view}`),
    tone,
    accent,
    id: (name) => `p-${name}`,
  };
  const drawing = draw(brush);
  const turned = view === 2 ? `<g transform="translate(${WIDTH} 0) scale(-1 1)">${drawing}</g>` : drawing;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${frame}" width="${WIDTH}" height="${HEIGHT}" preserveAspectRatio="xMidYMid slice">${turned}</svg>`;
}
