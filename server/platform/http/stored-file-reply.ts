import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { Reply } from './call.ts';
import { attachment } from './content-disposition.ts';

/** First and last byte, both included. */
interface ByteRange {
  start: number;
  end: number;
}

export interface StoredFile {
  mediaType: string;
  sizeBytes: number;
  /** Equal tags are equal bytes; letters and digits. */
  tag: string;
  /** As it is saved; null: shown as a part of a page. */
  saveAs: string | null;
  open(range?: ByteRange): Promise<Readable>;
}

/**
 * The range to serve: null for the whole file, `none` for one that does not exist. Several ranges at once are answered with
 * the whole file, which RFC 9110 section 14.2 leaves to the server.
 */
function rangeOf(header: string | undefined, sizeBytes: number): ByteRange | 'none' | null {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return null;
  if (first === '') {
    const length = Math.min(Number(last), sizeBytes);
    return length === 0 ? 'none' : { start: sizeBytes - length, end: sizeBytes - 1 };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return null;
  const end = Math.min(last === '' ? sizeBytes - 1 : Number(last), sizeBytes - 1);
  return start >= sizeBytes ? 'none' : { start, end };
}

const matches = (header: string | undefined, tag: string): boolean =>
  header !== undefined &&
  header.split(',').some((given) => given.trim() === '*' || given.trim().replace(/^W\//, '') === tag);

/**
 * A file that somebody uploaded, whole or in part: never run, never shown as a page of ours, its type never guessed. Nothing
 * is opened where the headers are the answer.
 */
export async function storedFileReply(
  { method, headers: asked }: { method?: string; headers: IncomingHttpHeaders },
  file: StoredFile,
  cacheControl: string,
): Promise<Reply> {
  const tag = `"${file.tag}"`;
  const headers: Record<string, string> = {
    'Content-Type': file.mediaType,
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': cacheControl,
    ETag: tag,
    'Accept-Ranges': 'bytes',
    ...(file.saveAs === null ? {} : { 'Content-Disposition': attachment(file.saveAs) }),
  };
  if (matches(asked['if-none-match'], tag)) return new Reply({ status: 304, headers });
  // A part of other bytes is of no use to who has the rest of the old ones.
  const partial = asked['if-range'] === undefined || asked['if-range'] === tag;
  const range = partial ? rangeOf(asked.range, file.sizeBytes) : null;
  if (range === 'none')
    return new Reply({ status: 416, headers: { ...headers, 'Content-Range': `bytes */${file.sizeBytes}` } });
  const status = range ? 206 : 200;
  if (range) headers['Content-Range'] = `bytes ${range.start}-${range.end}/${file.sizeBytes}`;
  headers['Content-Length'] = String(range ? range.end - range.start + 1 : file.sizeBytes);
  if (method === 'HEAD') return new Reply({ status, headers });
  return new Reply({ status, headers, stream: await file.open(range ?? undefined) });
}
