import { createRequire } from 'node:module';
import sharp from 'sharp';
import { lotStatusColour, type LotStatus, type StatusColour } from '#shared/states/lot-status.ts';
import { escaped, plainWords } from '../plain-words.ts';

export interface LotPicture {
  title: string;
  number: string;
  status: string;
  statusNumber: LotStatus;
  priceLabel: string;
  price: string;
  place: string;
  slogan: string;
}

export const WIDTH = 1200;
export const HEIGHT = 630;
const SIDE = 72;
/** Where the title begins, and how much room it has above the line. */
const TITLE_TOP = 176;
const TITLE_ROOM = 218;
const INNER = WIDTH - 2 * SIDE;
/** Beside the number. */
const PRICE_WIDTH = INNER - 320;

/** The font travels with the product: what a server has installed does not matter. It has all Uzbek letters. */
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

/** Words as pixels, wrapped to a width. @param size of the letters in pixels */
async function words(text: string, style: { size: number; colour: string; bold?: boolean; width?: number }) {
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

/** The largest that fits its room; what fits in no size loses its end. */
async function titleLayer(title: string): Promise<Layer> {
  const style = { colour: '#ffffff', bold: true };
  let layer = await words(title, { ...style, size: 64 });
  for (const size of [56, 48, 42, 36]) {
    if (layer.height <= TITLE_ROOM) return layer;
    layer = await words(title, { ...style, size });
  }
  for (let most = 110; layer.height > TITLE_ROOM; most -= 10)
    layer = await words(plainWords(title, most), { ...style, size: 36 });
  return layer;
}

/** On one line: the largest sum money can be fits the smaller letters. */
async function priceLayer(price: string): Promise<Layer> {
  const style = { colour: '#ffffff', bold: true, width: 4 * WIDTH };
  const layer = await words(price, { ...style, size: 52 });
  return layer.width <= PRICE_WIDTH ? layer : words(price, { ...style, size: 40 });
}

function template(statusColour: string, statusWidth: number): Buffer {
  const chip = statusWidth + 48;
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
<defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#0b2f6e"/><stop offset="1" stop-color="#0f4fb8"/></linearGradient></defs>
<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#g)"/>
<path d="M760 660h150v-120h150v-120h150v-130" fill="none" stroke="#ffffff" stroke-opacity=".07" stroke-width="56" stroke-linecap="round" stroke-linejoin="round"/>
<g transform="translate(${SIDE} 60) scale(2)"><rect width="32" height="32" rx="8" fill="#ffffff"/><path d="M7 21.5h5.2v-5h5.1v-5h5.2v-4" fill="none" stroke="#0f4fb8" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/><circle cx="22.5" cy="23" r="2.6" fill="#ffb020"/></g>
<rect x="${WIDTH - SIDE - chip}" y="62" width="${chip}" height="60" rx="30" fill="${statusColour}"/>
<rect x="${SIDE}" y="424" width="${INNER}" height="2" fill="#ffffff" fill-opacity=".22"/>
<rect x="0" y="${HEIGHT - 12}" width="${WIDTH}" height="12" fill="#ffb020"/>
</svg>`);
}

/** The picture that messengers and social networks show beside a link to a lot. Returns a PNG. */
export async function drawLotPicture(picture: LotPicture): Promise<Buffer> {
  const soft = '#bcd2f5';
  const half = INNER / 2;
  const [brand, slogan, status, title, label, price, number, place] = [
    await words('Savdo', { size: 36, colour: '#ffffff', bold: true }),
    await words(picture.slogan, { size: 20, colour: soft }),
    await words(picture.status, { size: 26, colour: '#ffffff', bold: true, width: 640 }),
    await titleLayer(picture.title),
    await words(picture.priceLabel, { size: 24, colour: soft, width: half }),
    await priceLayer(picture.price),
    await words(picture.number, { size: 30, colour: '#ffffff', bold: true, width: 300 }),
    await words(picture.place, { size: 24, colour: soft, width: half }),
  ];
  const right = (layer: Layer) => WIDTH - SIDE - layer.width;
  const at = (layer: Layer, left: number, top: number) => ({ input: layer.data, left, top: Math.round(top) });
  return sharp(template(COLOURS[lotStatusColour(picture.statusNumber)], status.width))
    .composite([
      at(brand, SIDE + 84, 62),
      at(slogan, SIDE + 84, 104),
      at(status, right(status) - 24, 92 - status.height / 2),
      at(title, SIDE, TITLE_TOP + (TITLE_ROOM - title.height) / 2),
      at(label, SIDE, 454),
      at(price, SIDE, 500),
      at(number, right(number), 508),
      at(place, right(place), 454),
    ])
    .png({ palette: true, colours: 128, compressionLevel: 9 })
    .toBuffer();
}
