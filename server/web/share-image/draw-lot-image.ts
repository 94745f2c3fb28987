import { createRequire } from 'node:module';
import sharp from 'sharp';
import { lotStatusColour, type LotStatus, type StatusColour } from '#shared/lifecycles/lot-status.ts';
import { escaped, plainWords } from '../html-text.ts';

export interface LotImageContent {
  title: string;
  number: string;
  status: string;
  statusNumber: LotStatus;
  priceLabel: string;
  price: string;
  place: string;
  slogan: string;
  /** Address of the main photo in the narrowest size that fills its place; null: none, or not drawn. */
  photo: string | null;
}

const WIDTH = 1200;
const HEIGHT = 630;
const SIDE = 72;
/** Top of the title and its space above the line. */
const TITLE_TOP = 176;
const TITLE_ROOM = 218;
const INNER = WIDTH - 2 * SIDE;
/** Next to the number. */
const PRICE_WIDTH = INNER - 320;
/** Of the line at the lower edge. */
const EDGE = 12;
/** The photo fills the right side. */
export const PHOTO_WIDTH = 440;
const PHOTO_LEFT = WIDTH - PHOTO_WIDTH;
/** Of the texts beside a photo. */
const NARROW = PHOTO_LEFT - 2 * SIDE + 32;

/** The font is shipped with the product, whatever the machine has installed. It has all Uzbek letters. */
const { resolve } = createRequire(import.meta.url);
const FONT_FILES = ['DejaVuSans.ttf', 'DejaVuSans-Bold.ttf'].map((file) =>
  resolve(`dejavu-fonts-ttf/ttf/${file}`),
);
const FAMILY = 'DejaVu Sans';

const COLOURS: Record<StatusColour, string> = {
  primary: '#2f7bea',
  success: '#12804a',
  warning: '#b45f06',
  danger: '#c2332a',
  info: '#5b6b80',
};

interface Layer {
  data: Buffer;
  width: number;
  height: number;
}

/** Text as pixels, wrapped to a width. @param size of the letters in pixels */
async function textLayer(
  text: string,
  style: { size: number; colour: string; bold?: boolean; width?: number },
) {
  const { size, colour, bold = false, width = INNER } = style;
  const drawn = await sharp({
    text: {
      text: `<span foreground="${colour}">${escaped(text)}</span>`,
      font: `${FAMILY}${bold ? ' Bold' : ''} ${size}`,
      fontfile: FONT_FILES[bold ? 1 : 0] as string,
      width,
      wrap: 'word-char',
      rgba: true,
      dpi: 72,
      spacing: Math.round(size * 0.12),
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true });
  return { data: drawn.data, width: drawn.info.width, height: drawn.info.height } satisfies Layer;
}

/** In the largest size that fits; a title that fits in none is shortened. */
async function titleLayer(title: string, width: number): Promise<Layer> {
  const style = { colour: '#ffffff', bold: true, width };
  let layer = await textLayer(title, { ...style, size: 64 });
  for (const size of [56, 48, 42, 36]) {
    if (layer.height <= TITLE_ROOM) return layer;
    layer = await textLayer(title, { ...style, size });
  }
  for (let most = 110; layer.height > TITLE_ROOM; most -= 10)
    layer = await textLayer(plainWords(title, most), { ...style, size: 36 });
  return layer;
}

/** On one line: the largest possible sum fits in the smaller size. */
async function priceLayer(price: string, width: number): Promise<Layer> {
  const style = { colour: '#ffffff', bold: true, width: 4 * WIDTH };
  const layer = await textLayer(price, { ...style, size: 52 });
  return layer.width <= width ? layer : textLayer(price, { ...style, size: 40 });
}

const svg = (body: string): Buffer =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${body}</svg>`);

/** What lies below a photo, and what lies on it. */
function template(statusColour: string, statusWidth: number, lineWidth: number) {
  const chip = statusWidth + 48;
  return {
    ground:
      svg(`<defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#0b2f6e"/><stop offset="1" stop-color="#0f4fb8"/></linearGradient></defs>
<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#g)"/>
<path d="M760 660h150v-120h150v-120h150v-130" fill="none" stroke="#ffffff" stroke-opacity=".07" stroke-width="56" stroke-linecap="round" stroke-linejoin="round"/>
<g transform="translate(${SIDE} 60) scale(2)"><rect width="32" height="32" rx="8" fill="#ffffff"/><path d="M7 21.5h5.2v-5h5.1v-5h5.2v-4" fill="none" stroke="#0f4fb8" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/><circle cx="22.5" cy="23" r="2.6" fill="#ffb020"/></g>
<rect x="${SIDE}" y="424" width="${lineWidth}" height="2" fill="#ffffff" fill-opacity=".22"/>
<rect x="0" y="${HEIGHT - EDGE}" width="${WIDTH}" height="${EDGE}" fill="#ffb020"/>`),
    status: svg(
      `<rect x="${WIDTH - SIDE - chip}" y="62" width="${chip}" height="60" rx="30" fill="${statusColour}"/>`,
    ),
  };
}

interface Placed {
  input: Buffer;
  left: number;
  top: number;
}

const at = (layer: Layer, left: number, top: number): Placed => ({
  input: layer.data,
  left,
  top: Math.round(top),
});
const endingAt = (right: number, layer: Layer, top: number): Placed => at(layer, right - layer.width, top);

const SOFT = '#bcd2f5';
const small = (text: string, width: number) => textLayer(text, { size: 24, colour: SOFT, width });

/** Price, place and number below the line over the whole width. */
async function wideFoot({ priceLabel, price, number, place }: LotImageContent): Promise<Placed[]> {
  const right = WIDTH - SIDE;
  return [
    at(await small(priceLabel, INNER / 2), SIDE, 454),
    at(await priceLayer(price, PRICE_WIDTH), SIDE, 500),
    endingAt(right, await textLayer(number, { size: 30, colour: '#ffffff', bold: true, width: 300 }), 508),
    endingAt(right, await small(place, INNER / 2), 454),
  ];
}

/** The same beside a photo: number and place follow below the price. */
const narrowFoot = async ({ priceLabel, price, number, place }: LotImageContent): Promise<Placed[]> => [
  at(await small(priceLabel, NARROW), SIDE, 442),
  at(await priceLayer(price, NARROW), SIDE, 480),
  at(await small(plainWords(`${number} · ${place}`, 44), NARROW), SIDE, 562),
];

const placedPhoto = async (photo: Buffer): Promise<Placed> => ({
  input: await sharp(photo)
    .resize(PHOTO_WIDTH, HEIGHT - EDGE, { fit: 'cover' })
    .toBuffer(),
  left: PHOTO_LEFT,
  top: 0,
});

/**
 * The image that messengers and social networks show next to a link to a lot, as PNG.
 * @param photo bytes of the main photo; null: texts alone
 */
export async function drawLotImage(content: LotImageContent, photo: Buffer | null): Promise<Buffer> {
  const width = photo ? NARROW : INNER;
  const [brand, slogan, status, title] = [
    await textLayer('Savdo', { size: 36, colour: '#ffffff', bold: true }),
    await textLayer(content.slogan, { size: 20, colour: SOFT }),
    await textLayer(content.status, { size: 26, colour: '#ffffff', bold: true, width: 640 }),
    await titleLayer(content.title, width),
  ];
  const backdrop = template(COLOURS[lotStatusColour(content.statusNumber)], status.width, width);
  const layers = [
    // Beside a photo the longest status reaches where the slogan would be.
    ...(photo ? [at(brand, SIDE + 84, 76)] : [at(brand, SIDE + 84, 62), at(slogan, SIDE + 84, 104)]),
    at(title, SIDE, TITLE_TOP + (TITLE_ROOM - title.height) / 2),
    ...(await (photo ? narrowFoot(content) : wideFoot(content))),
  ];
  return sharp(backdrop.ground)
    .composite([
      ...(photo ? [await placedPhoto(photo)] : []),
      { input: backdrop.status, left: 0, top: 0 },
      endingAt(WIDTH - SIDE - 24, status, 92 - status.height / 2),
      ...layers,
    ])
    .png({ palette: true, colours: photo ? 256 : 128, compressionLevel: 9 })
    .toBuffer();
}
