import { isProtocolCode } from './protocol-code.ts';

/** Longer than any code: what is unpacked beyond it is none. */
const LONGEST = 4_096;

export const isPdf = (bytes: Uint8Array): boolean =>
  new TextDecoder('latin1').decode(bytes.subarray(0, 5)) === '%PDF-';

/** The text of the signed code that a protocol's file has as an attachment; null: it has none. */
export async function codeInPdf(bytes: Uint8Array<ArrayBuffer>): Promise<string | null> {
  // One character for each byte.
  const text = new TextDecoder('latin1').decode(bytes);
  for (let at = text.indexOf('/EmbeddedFile'); at >= 0; at = text.indexOf('/EmbeddedFile', at + 1)) {
    const start = /stream\r?\n/g;
    start.lastIndex = at;
    const found = start.exec(text);
    if (!found) return null;
    const from = found.index + found[0].length;
    const end = text.indexOf('endstream', from);
    if (end < 0) return null;
    const packed = text.slice(at, found.index).includes('/FlateDecode');
    const stream = bytes.slice(from, end);
    const content = packed ? await unpacked(stream) : textOf(stream.subarray(0, LONGEST));
    if (content !== null && isProtocolCode(content)) return content.trim();
  }
  return null;
}

const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

async function unpacked(stream: Uint8Array<ArrayBuffer>): Promise<string | null> {
  const reader = new Blob([stream]).stream().pipeThrough(new DecompressionStream('deflate')).getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      parts.push(value);
      length += value.length;
      if (length > LONGEST) return null;
    }
  } catch {
    // Not packed as it says, or with a line break behind it: what came before that is looked at, not retried.
  } finally {
    await reader.cancel().catch(() => {
      // It has failed already, and is not read again.
    });
  }
  return parts.length === 0 ? null : parts.map(textOf).join('');
}
