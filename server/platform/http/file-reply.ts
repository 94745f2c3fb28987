import type { Readable } from 'node:stream';
import { Reply } from './call.ts';

export interface FileToSend {
  /** ASCII name as it is saved, with its ending. */
  name: string;
  mediaType: string;
  /** Of the bytes, hex. */
  sha256: string;
  body: Buffer;
}

/** Letters, digits, `-` and `_`, one ending: nothing in it can end the header or name a folder. */
const SAFE_NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}\.[a-z0-9]{2,5}$/;

/** A file to be saved, never to be run or shown as a page of ours. Throws for a name that is not safe. */
export const fileReply = ({ name, mediaType, sha256, body }: FileToSend, cacheControl: string): Reply =>
  new Reply({ body, headers: { ...headersOf(name, mediaType, cacheControl), ETag: `"${sha256}"` } });

/** The same for a file that is written while it is sent. */
export const streamedFileReply = (
  { name, mediaType, bytes }: { name: string; mediaType: string; bytes: Readable },
  cacheControl: string,
  headers: Record<string, string> = {},
): Reply =>
  new Reply({ stream: bytes, headers: { ...headersOf(name, mediaType, cacheControl), ...headers } });

function headersOf(name: string, mediaType: string, cacheControl: string): Record<string, string> {
  if (!SAFE_NAME.test(name)) throw new RangeError('not a name for a file to send');
  return {
    'Content-Type': mediaType,
    'Content-Disposition': `attachment; filename="${name}"`,
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': cacheControl,
  };
}
