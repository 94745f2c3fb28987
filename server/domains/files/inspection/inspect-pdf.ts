import { PDFArray, PDFDict, PDFDocument, PDFName, PDFStream, type PDFObject } from '@cantoo/pdf-lib';
import { Refused } from './inspection.ts';

/** Objects of a document; one of 10 MB has some ten thousand. */
const OBJECTS = 300_000;
/** Nested directly in one another; deeper ones refer to each other. */
const DEPTH = 200;
/** Marks the end, within so many bytes of it. */
const END_WITHIN = 1_024;

/** Kinds of actions that act outside the page: ISO 32000-2, table 201. */
const ACTIVE_ACTIONS = new Set([
  ...['JavaScript', 'Launch', 'ImportData', 'SubmitForm', 'Rendition', 'RichMediaExecute', 'GoToE'],
]);
/** Entries of dictionaries that carry scripts, files or programs. */
const ACTIVE_ENTRIES = ['JS', 'JavaScript', 'EmbeddedFiles', 'EF', 'RichMediaContent', 'XFA'];
const ACTIVE_TYPES = new Set(['EmbeddedFile', 'RichMedia']);
/** Also where no reader of ours looks: long enough not to occur by chance. */
const ACTIVE_TEXTS = ['/JavaScript', '/EmbeddedFile', '/RichMedia'];

/**
 * Refuses a PDF that is encrypted, or that carries scripts, programs or further files; also where they are inside compressed
 * objects. @throws Refused
 */
export async function inspectPdf(bytes: Buffer): Promise<void> {
  if (!bytes.subarray(-END_WITHIN).includes('%%EOF')) throw new Refused('files.damaged');
  let document: PDFDocument;
  try {
    document = await PDFDocument.load(bytes, {
      ...{ ignoreEncryption: true, updateMetadata: false, throwOnInvalidObject: false },
      parseSpeed: Infinity,
    });
  } catch {
    // Not retried: it is no PDF that can be read.
    throw new Refused('files.damaged');
  }
  const { context } = document;
  if (context.trailerInfo.Encrypt) throw new Refused('files.encrypted');
  const objects = context.enumerateIndirectObjects();
  if (objects.length === 0) throw new Refused('files.damaged');
  if (objects.length > OBJECTS) throw new Refused('files.too-complex');
  for (const [, object] of objects) refuseActive(object, 0);
  if (ACTIVE_TEXTS.some((text) => bytes.includes(text, 0, 'latin1')))
    throw new Refused('files.active-content');
  pagesOf(document);
}

function pagesOf(document: PDFDocument): void {
  let count = 0;
  try {
    count = document.getPageCount();
  } catch {
    // Not retried: a catalogue without pages is damaged.
    throw new Refused('files.damaged');
  }
  if (count === 0) throw new Refused('files.damaged');
}

function refuseActive(object: PDFObject, depth: number): void {
  if (depth > DEPTH) throw new Refused('files.too-complex');
  if (object instanceof PDFStream) {
    refuseActive(object.dict, depth);
    return;
  }
  if (object instanceof PDFArray) {
    for (const item of object.asArray()) refuseActive(item, depth + 1);
    return;
  }
  if (!(object instanceof PDFDict)) return;
  if (ACTIVE_ENTRIES.some((name) => object.has(PDFName.of(name)))) throw new Refused('files.active-content');
  if (ACTIVE_ACTIONS.has(nameIn(object, 'S')) || ACTIVE_TYPES.has(nameIn(object, 'Type')))
    throw new Refused('files.active-content');
  if (ACTIVE_TYPES.has(nameIn(object, 'Subtype'))) throw new Refused('files.active-content');
  for (const value of object.values()) refuseActive(value, depth + 1);
}

function nameIn(dict: PDFDict, entry: string): string {
  const value = dict.lookup(PDFName.of(entry));
  return value instanceof PDFName ? value.decodeText() : '';
}
