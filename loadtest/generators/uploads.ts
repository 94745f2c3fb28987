import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import sharp from 'sharp';
import { serveTasks } from '../lib/worker.ts';

/** No two of the same content. */
interface Wanted {
  photos: number;
  documents: number;
}

export interface UploadFigures {
  stored: number;
  /** Reasons of those that were not. */
  refused: string[];
  seconds: number;
}

const MIB = 1024 * 1024;
const FILE_BYTES = 10 * MIB - 1_024;
const PHOTO = { width: 4_000, height: 3_000 } as const;

let photo: Buffer;

/** A photo of twelve megapixels with grain, as large as the camera of a phone makes them. */
async function prepare(): Promise<{ photoBytes: number }> {
  const { width, height } = PHOTO;
  const grain = await sharp(randomBytes((width * height * 3) / 4), {
    raw: { width: width / 2, height: height / 2, channels: 3 },
  })
    .resize(width, height, { kernel: 'linear' })
    .jpeg({ quality: 92 })
    .toBuffer();
  photo = grain.subarray(0, 20 * MIB);
  return { photoBytes: photo.length };
}

/** The same photo with a comment of its own. */
function anotherPhoto(): Buffer {
  const comment = Buffer.from([0xff, 0xfe, 0x00, 0x12, ...randomBytes(16)]);
  return Buffer.concat([photo.subarray(0, 2), comment, photo.subarray(2)]);
}

/** A page and a stream of noise. */
function anotherDocument(): Buffer {
  const length = FILE_BYTES - 400;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R >>',
  ].map((object, at) => `${at + 1} 0 obj\n${object}\nendobj\n`);
  return Buffer.concat([
    Buffer.from(`%PDF-1.7\n${objects.join('')}4 0 obj\n<< /Length ${length} >>\nstream\n`),
    randomBytes(length),
    Buffer.from('\nendstream\nendobj\ntrailer\n<< /Size 5 /Root 1 0 R >>\nstartxref\n0\n%%EOF\n'),
  ]);
}

const bodyOf = (name: string, bytes: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(`--b\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`),
    bytes,
    Buffer.from('\r\n--b--\r\n'),
  ]);

function send(url: string, body: Buffer): Promise<string> {
  return new Promise((resolve) => {
    const asked = request(
      url,
      {
        method: 'POST',
        headers: { 'content-type': 'multipart/form-data; boundary=b', 'content-length': body.length },
      },
      (answer) => {
        let text = '';
        answer.on('data', (part) => (text += part)).on('end', () => resolve(text));
      },
    );
    asked.on('error', (error) => resolve(error.message));
    asked.end(body);
  });
}

/** Made before the clock runs: five hundred megabytes of noise take a core for seconds. */
let images: Buffer[] = [];
let papers: Buffer[] = [];
function make({ photos, documents }: Wanted): void {
  images = Array.from({ length: photos }, () => bodyOf('a.jpg', anotherPhoto()));
  papers = Array.from({ length: documents }, () => bodyOf('a.pdf', anotherDocument()));
}

async function run({ url }: { url: string }): Promise<UploadFigures> {
  const startedAt = performance.now();
  const answers = await Promise.all([
    ...images.map((body) => send(`${url}/?image`, body)),
    ...papers.map((body) => send(`${url}/?document`, body)),
  ]);
  const refused = answers.filter((answer) => answer !== 'stored');
  return {
    stored: answers.length - refused.length,
    refused: [...new Set(refused)].slice(0, 3),
    seconds: (performance.now() - startedAt) / 1_000,
  };
}

serveTasks({ prepare, make: async (wanted: Wanted) => make(wanted), run });
