import type { Entry, ZipFile } from 'yauzl';
import { SaxesParser } from 'saxes';
import { Refused } from './inspection.ts';
import { createXmlJudge } from './office/judge-xml.ts';
import { DOCX, MAIN_TYPES, partTypeOf, XLSX, type PartType } from './office/part-types.ts';
import { contentOf, openZip, plainEntries, UNPACKED_BYTES } from './office/zip-entries.ts';

const CONTENT_TYPES = '[Content_Types].xml';
const CONTENT_TYPES_BYTES = 1024 * 1024;
/** Where the text or the book is when no type says so. */
const USUAL_PLACES: Readonly<Record<string, string>> = { 'word/document.xml': DOCX, 'xl/workbook.xml': XLSX };
/** Compound files (programs of macros, embedded objects), programs and archives. */
const OTHER_FILES = ['d0cf11e0', '4d5a', '7f454c46', '504b0304'].map((head) => Buffer.from(head, 'hex'));
/** Other programs go by relationships and may read as text what is called a picture here. */
const XML_HEAD = /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?[\0\s]*<[\0]?[a-z!?]/i;
const HEAD_BYTES = 256;
/** Programs on some machines open `a.` as `a`. */
const CHANGING_NAME = /[. ](?:\/|$)/;
const PLAIN_NAME = /^[\p{L}\p{N}_.\-[\]() ~+,&'=@!#$]+(?:\/[\p{L}\p{N}_.\-[\]() ~+,&'=@!#$]+)*$/u;

/**
 * DOCX or XLSX by its parts: only parts, relationships, fields and formulas that are listed pass, and everything is unpacked
 * once, counted and thrown away. @throws Refused
 */
export async function inspectOffice(bytes: Buffer): Promise<string> {
  return inspectPackage(bytes, { left: UNPACKED_BYTES, depth: 0 });
}

interface Allowance {
  /** Bytes that may still be unpacked. */
  left: number;
  /** Documents around this one. */
  depth: number;
}

async function inspectPackage(bytes: Buffer, allowance: Allowance): Promise<string> {
  const zip = await openZip(bytes);
  try {
    const entries = (await plainEntries(zip, bytes)).filter(({ fileName }) => !fileName.endsWith('/'));
    const list = entries.find(({ fileName }) => fileName === CONTENT_TYPES);
    if (!list) throw new Refused('files.unsupported-type');
    const typeOf = await declaredTypes(zip, list, allowance);
    const main = mainOf(entries, typeOf);
    for (const entry of entries)
      if (entry !== list) await inspectPart(zip, entry, typeOf(entry.fileName), allowance);
    return main;
  } finally {
    zip.close();
  }
}

type TypeOf = (name: string) => string | null;

function mainOf(entries: readonly Entry[], typeOf: TypeOf): string {
  const types = entries.map(({ fileName }) => typeOf(fileName) ?? '');
  if (types.some((type) => /macroEnabled/i.test(type))) throw new Refused('files.active-content');
  const mains = types.flatMap((type) => (Object.hasOwn(MAIN_TYPES, type) ? [MAIN_TYPES[type]!] : []));
  const usual = entries.flatMap(({ fileName }) =>
    typeOf(fileName) === null && Object.hasOwn(USUAL_PLACES, fileName) ? [USUAL_PLACES[fileName]!] : [],
  );
  const [main, further] = [...mains, ...usual];
  if (main === undefined) throw new Refused('files.unsupported-type');
  if (further !== undefined) throw new Refused('files.mixed-content');
  return main;
}

/** Types of parts by their names, and by the endings of names. */
async function declaredTypes(zip: ZipFile, list: Entry, allowance: Allowance): Promise<TypeOf> {
  if (list.uncompressedSize > CONTENT_TYPES_BYTES) throw new Refused('files.too-complex');
  const chunks: Buffer[] = [];
  for await (const chunk of counted(zip, list, allowance)) chunks.push(chunk);
  const byName = new Map<string, string>();
  const byEnding = new Map<string, string>();
  const note = (types: Map<string, string>, key: string | undefined, type: string | undefined): void => {
    if (key === undefined || type === undefined) return;
    const known = types.get(key.toLowerCase());
    if (known !== undefined && known !== type) throw new Refused('files.ambiguous-content');
    types.set(key.toLowerCase(), type);
  };
  const parser = new SaxesParser();
  parser.on('error', () => {
    throw new Refused('files.damaged');
  });
  parser.on('opentag', ({ name, attributes: { Extension, PartName, ContentType } }) => {
    if (name.endsWith('Default')) note(byEnding, Extension, ContentType);
    if (name.endsWith('Override')) note(byName, PartName?.replace(/^\//, ''), ContentType);
  });
  parser.on('doctype', () => {
    throw new Refused('files.active-content');
  });
  parser
    .write(
      Buffer.concat(chunks)
        .toString('utf8')
        .replace(/^\uFEFF/, ''),
    )
    .close();
  return (name) => {
    const lower = name.toLowerCase();
    return byName.get(lower) ?? byEnding.get(/[^./]+$/.exec(lower)?.[0] ?? '') ?? null;
  };
}

async function* counted(zip: ZipFile, entry: Entry, allowance: Allowance): AsyncGenerator<Buffer> {
  for await (const chunk of contentOf(zip, entry)) {
    allowance.left -= chunk.length;
    if (allowance.left < 0) throw new Refused('files.too-complex');
    yield chunk;
  }
}

async function inspectPart(
  zip: ZipFile,
  entry: Entry,
  declared: string | null,
  allowance: Allowance,
): Promise<void> {
  const { fileName } = entry;
  if (!PLAIN_NAME.test(fileName) || CHANGING_NAME.test(fileName)) throw new Refused('files.mixed-content');
  const isRelationships = /(?:^|\/)_rels\/[^/]*\.rels$/i.test(fileName);
  const type: PartType | null = isRelationships ? 'xml' : partTypeOf(fileName, declared);
  if (type === null) throw new Refused('files.active-content');
  const judge =
    type === 'xml' ? createXmlJudge({ isRelationships, isDrawing: declared === 'image/svg+xml' }) : null;
  const chunks: Buffer[] = [];
  let head = Buffer.alloc(0);
  for await (const chunk of counted(zip, entry, allowance)) {
    judge?.write(chunk);
    if (type === 'package') chunks.push(chunk);
    else if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES)]);
  }
  judge?.end();
  if (OTHER_FILES.some((other) => head.subarray(0, other.length).equals(other)))
    throw new Refused('files.active-content');
  if ((type === 'picture' || type === 'data') && XML_HEAD.test(head.toString('latin1')))
    throw new Refused('files.active-content');
  if (type !== 'package') return;
  // The figures of a chart are a book; a book in it is nothing that a chart has.
  if (allowance.depth > 0) throw new Refused('files.active-content');
  const inner = { left: allowance.left, depth: 1 };
  await inspectPackage(Buffer.concat(chunks), inner);
  allowance.left = inner.left;
}
