import { decodeQRBatch } from 'qr/decode.js';
import { codeInPdf, isPdf } from '#shared/trust/code-in-pdf.ts';
import { isProtocolCode } from '#shared/trust/protocol-code.ts';

export interface Given {
  name: string;
  text: string;
}

const LARGEST_FILE = 200 * 1024 * 1024;
/** Longest side of a picture that is looked at: codes of photos are found in less. */
const LONGEST_SIDE = 2_400;
/** A drawing is made this large: its own size may be none. */
const DRAWING_SIDE = 1_200;
const SEARCH_MS = 4_000;

/** Text of a file; of a picture and a protocol's file that of the signed code in it, empty where there is none. */
export async function readGiven(file: File): Promise<Given> {
  const { name } = file;
  if (file.size > LARGEST_FILE) return { name, text: '' };
  if (file.type.startsWith('image/')) return { name, text: await codeInPicture(file) };
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (isPdf(bytes)) return { name, text: (await codeInPdf(bytes)) ?? '' };
  return { name, text: new TextDecoder().decode(bytes) };
}

async function codeInPicture(file: File): Promise<string> {
  const address = URL.createObjectURL(file);
  const picture = new Image();
  try {
    picture.src = address;
    await picture.decode();
    const vector = file.type.includes('svg');
    const longest = Math.max(picture.naturalWidth, picture.naturalHeight, 1);
    const scale = vector ? DRAWING_SIDE / longest : Math.min(1, LONGEST_SIDE / longest);
    const codes = await codesIn(picture, picture.naturalWidth * scale, picture.naturalHeight * scale, {
      effort: Infinity,
      timeLimit: SEARCH_MS,
    });
    return codes.find(isProtocolCode) ?? '';
  } catch {
    // Not a picture that this browser can show: the check says that it knows no such file. Not retried.
    return '';
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** The texts of all QR codes in a picture. */
export async function codesIn(
  picture: CanvasImageSource,
  width: number,
  height: number,
  search: { effort?: number; timeLimit?: number } = {},
): Promise<string[]> {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: Math.max(1, Math.round(width)), height: Math.max(1, Math.round(height)) });
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return [];
  // Behind a transparent picture.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const pixels = context.getImageData(0, 0, canvas.width, canvas.height);
  const [found = []] = await decodeQRBatch([pixels], search);
  return found.filter((one) => typeof one === 'string');
}
