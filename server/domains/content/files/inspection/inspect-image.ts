import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { IMAGE_LIMITS, IMAGE_WIDTHS } from '#shared/api/cabinet/files.ts';
import type { Inspected, InspectedVariant, Made } from './inspection.ts';
import { Refused } from './inspection.ts';

/** One thread: bids are answered on the others. */
sharp.concurrency(1);
sharp.cache(false);

/** In which the sizes of an image are written. */
type Format = 'webp' | 'avif';

/** Seconds of libvips for one file; the process is ended soon after. */
const DECODE_SECONDS = 15;
/** A portrait is at most twice as high as the width it is made for; WebP itself ends at 16 383. */
const TALLEST = 2;
const QUALITY: Readonly<Record<Format, Readonly<Record<(typeof IMAGE_WIDTHS)[number], number>>>> = {
  webp: { 320: 70, 800: 74, 1600: 78 },
  avif: { 320: 50, 800: 52, 1600: 55 },
};
/** Of an encoder: more takes much longer and saves little. */
const EFFORT: Readonly<Record<Format, number>> = { webp: 4, avif: 3 };
/** Letters in a photographed paper stay sharp. */
const DOCUMENT_QUALITY = 90;
const BLUR_PIXELS = 16;
const BLUR_LETTERS = 600;

const FORMATS: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
};

const open = (file: string) =>
  sharp(file, { limitInputPixels: IMAGE_LIMITS.pixels, failOn: 'error', sequentialRead: true }).timeout({
    seconds: DECODE_SECONDS,
  });

/** What libvips says about a file it cannot read is the file's fault; what the system says about the disk is not. */
function refusalOf(error: unknown): unknown {
  if (error instanceof Refused || (error instanceof Error && 'syscall' in error)) return error;
  const text = error instanceof Error ? error.message : String(error);
  if (/pixel limit|dimensions? exceed|too large|too big|too wide/i.test(text))
    return new Refused('files.too-many-pixels');
  if (/timeout/i.test(text)) return new Refused('files.too-complex');
  return new Refused('files.damaged');
}

/** Width and height as people see it. Reads the header only. @throws Refused */
async function measure(file: string, mediaType: string): Promise<{ width: number; height: number }> {
  const facts = await open(file).metadata();
  if (facts.format !== FORMATS[mediaType]) throw new Refused('files.damaged');
  const { width, height } = facts.autoOrient;
  if (width * height > IMAGE_LIMITS.pixels) throw new Refused('files.too-many-pixels');
  return { width, height };
}

/** Writes bytes under their own name. */
export async function written(folder: string, bytes: Buffer): Promise<Made> {
  const name = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
  await writeFile(path.join(folder, name), bytes, { flush: true });
  return { name, size_bytes: bytes.length };
}

/**
 * For pictures among documents: the same picture upright and in its own format, of nothing but its pixels in sRGB: without
 * place, author, comments, profile and whatever follows its end. @throws Refused
 */
export async function inspectPicture(
  file: string,
  mediaType: 'image/jpeg' | 'image/png',
  folder: string,
): Promise<Inspected> {
  try {
    await measure(file, mediaType);
    const upright = open(file).autoOrient().toColourspace('srgb');
    const again = mediaType === 'image/png' ? upright.png() : upright.jpeg({ quality: DOCUMENT_QUALITY });
    return { mediaType, image: null, clean: await written(folder, await again.toBuffer()) };
  } catch (error) {
    throw refusalOf(error);
  }
}

/**
 * Turns an image upright and writes it again at each width up to its own. Nothing but pixels in sRGB remains: no EXIF, place
 * or profile. @throws Refused
 */
export async function inspectImage(
  file: string,
  mediaType: string,
  folder: string,
  format: Format,
): Promise<Inspected> {
  try {
    const upright = await measure(file, mediaType);
    const widest = Math.max(...IMAGE_WIDTHS);
    const { data, info } = await open(file)
      .autoOrient()
      .resize(widest, widest * TALLEST, { fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { width, height, channels } = info;
    const decoded = () =>
      sharp(data, { raw: { width, height, channels } }).timeout({ seconds: DECODE_SECONDS });
    const variants: InspectedVariant[] = [];
    for (const size of IMAGE_WIDTHS) {
      // Its own width is there already: a larger size would be the same picture, and writing it is most of the work.
      if (variants.some((variant) => variant.width >= width)) break;
      const sized = decoded().resize(size, size * TALLEST, { fit: 'inside', withoutEnlargement: true });
      const made = await sized
        .toFormat(format, { quality: QUALITY[format][size], effort: EFFORT[format] })
        .toBuffer({ resolveWithObject: true });
      // One that is very narrow and high may have two sizes of one width.
      if (variants.some((variant) => variant.width >= made.info.width)) break;
      const { width: madeWidth, height: madeHeight } = made.info;
      variants.push({ width: madeWidth, height: madeHeight, ...(await written(folder, made.data)) });
    }
    return { mediaType, image: { ...upright, blur: await blurOf(decoded), variants }, clean: null };
  } catch (error) {
    throw refusalOf(error);
  }
}

async function blurOf(decoded: () => Sharp): Promise<string> {
  for (const pixels of [BLUR_PIXELS, 8, 4]) {
    const tiny = await decoded()
      .resize(pixels, pixels, { fit: 'inside' })
      .webp({ quality: 40, alphaQuality: 40, effort: 6 })
      .toBuffer();
    const url = `data:image/webp;base64,${tiny.toString('base64')}`;
    if (url.length <= BLUR_LETTERS) return url;
  }
  throw new Error('no placeholder is short enough');
}
