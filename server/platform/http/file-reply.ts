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
export function fileReply({ name, mediaType, sha256, body }: FileToSend, cacheControl: string): Reply {
  if (!SAFE_NAME.test(name)) throw new RangeError('not a name for a file to send');
  return new Reply({
    body,
    headers: {
      'Content-Type': mediaType,
      'Content-Disposition': `attachment; filename="${name}"`,
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': cacheControl,
      ETag: `"${sha256}"`,
    },
  });
}
