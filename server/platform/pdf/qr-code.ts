import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** What the PDF maker draws for a code: a background, then a square for each dark module. */
interface DrawnCode {
  _canvas: readonly { x: number; y: number; w: number }[];
  _width: number;
}

interface QrEncoder {
  measure(node: { qr: string; eccLevel?: 'L' | 'M' }): DrawnCode;
}

/** Of signed codes, on paper and screen: readable with 15 % of it damaged. */
export const SIGNED_CODE_CORRECTION = 'M';

/** Empty modules around a code, as ISO/IEC 18004 asks. */
const QUIET = 4;

/**
 * QR code of a text as an SVG picture. It is made by the encoder of the PDF maker, so that paper and screen show the same
 * code. Throws for a text too long for a code.
 */
export function qrSvg(text: string, eccLevel: 'L' | 'M' = 'L'): string {
  const { default: encoder } = require('pdfmake/js/qrEnc.js') as { default: QrEncoder };
  const { _canvas: drawn, _width: width } = encoder.measure({ qr: text, eccLevel });
  const dark = drawn.slice(1);
  const module = dark[0]?.w ?? 1;
  const side = width / module + 2 * QUIET;
  const path = dark.map(({ x, y }) => `M${x / module + QUIET} ${y / module + QUIET}h1v1h-1z`).join('');
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0 0h${side}v${side}H0z"/><path d="${path}"/></svg>`
  );
}
