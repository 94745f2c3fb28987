import { createRequire } from 'node:module';
import path from 'node:path';
import type { TDocumentDefinitions } from 'pdfmake/interfaces.js';

export { qrSvg, SIGNED_CODE_CORRECTION } from './qr-code.ts';
export type { Content, TDocumentDefinitions as PdfDefinition } from 'pdfmake/interfaces.js';

const require = createRequire(import.meta.url);

interface PdfMaker {
  setFonts(fonts: Record<string, Record<string, string>>): void;
  setLocalAccessPolicy(allowed: (file: string) => boolean): void;
  setUrlAccessPolicy(allowed: (url: string) => boolean): void;
  createPdf(definition: TDocumentDefinitions): { getBuffer(): Promise<Buffer> };
}

let maker: PdfMaker | null = null;

/** Loaded at the first use: most processes never make a PDF. */
function openMaker(): PdfMaker {
  const made = require('pdfmake') as PdfMaker;
  const fonts = path.join(path.dirname(require.resolve('dejavu-fonts-ttf/package.json')), 'ttf');
  // Covers Latin and Cyrillic with the letters of Uzbek: ʻ, ʼ, ў, қ, ғ, ҳ.
  const normal = path.join(fonts, 'DejaVuSans.ttf');
  const bold = path.join(fonts, 'DejaVuSans-Bold.ttf');
  made.setFonts({ Roboto: { normal, bold, italics: normal, bolditalics: bold } });
  made.setLocalAccessPolicy((file) => file === normal || file === bold);
  // The content of a document must not make the server fetch an address.
  made.setUrlAccessPolicy(() => false);
  return made;
}

/** One at a time: each takes some tens of milliseconds of CPU that bidding also needs. */
let line: Promise<unknown> = Promise.resolve();

/** Makes a PDF (A4, DejaVu Sans). Rejects when the definition is wrong. */
export function makePdf(definition: TDocumentDefinitions): Promise<Buffer> {
  const made = line.then(async () => {
    maker ??= openMaker();
    const body = await maker
      .createPdf({ pageSize: 'A4', pageMargins: [48, 48, 48, 56], ...definition })
      .getBuffer();
    return Buffer.from(body);
  });
  // The next one starts whether this one succeeded or not; its own caller gets the rejection.
  line = made.catch(() => undefined);
  return made;
}
