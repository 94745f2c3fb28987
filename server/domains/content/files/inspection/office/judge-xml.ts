import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { Refused } from '../inspection.ts';
import { isPlainLink } from '../plain-link.ts';
import { createFields, judgeField } from './fields.ts';
import { judgeFormula } from './formulas.ts';
import { judgeRelationship } from './relationships.ts';

/** Nested elements; a table within a table within a table has some sixty. */
const DEPTH = 300;
/** Elements that bring in programs, other documents or sources of data, whatever their part is called. */
const ACTIVE: ReadonlySet<string> = new Set([
  'altChunk',
  'subDoc',
  'OLEObject',
  'oleObject',
  'oleObjects',
  'customUI',
  'script',
  'foreignObject',
  'iframe',
  'webVideoPr',
  'wavAudioFile',
  'audioFile',
  'videoFile',
  'quickTimeFile',
  'audioCd',
  'DDE',
]);
const EXTERNAL: ReadonlySet<string> = new Set([
  'attachedTemplate',
  'frameset',
  'mailMerge',
  'saveThroughXslt',
  'attachedSchema',
  'ddeLink',
  'oleLink',
  'webPublishItem',
  'dbPr',
  'webPr',
  'olapPr',
  'externalBook',
]);
/** `onLoad` of a ribbon, `onclick` of a picture. */
const EVENT = /^on(?:[A-Z]|load$|click$|error$|mouse|focus|begin$|end$|key)/;
const PLACES_OF_SCHEMAS: ReadonlySet<string> = new Set([
  'schemaLocation',
  'noNamespaceSchemaLocation',
  'manifestLocation',
]);
/** Names of well-known schemas, which programs hold themselves. */
const KNOWN_SCHEMA =
  /^https?:\/\/(?:(?:schemas\.openxmlformats|schemas\.microsoft|www\.w3|dublincore|purl|purl\.oclc)\.(?:org|com)\/|purl\.org\/)/;
const FORMULAS: ReadonlySet<string> = new Set([
  'FmlaLink',
  'FmlaRange',
  'FmlaPict',
  'FmlaTxbx',
  'FmlaGroup',
  'FmlaMacro',
  'f',
  'formula',
  'formula1',
  'formula2',
  'definedName',
  'calculatedColumnFormula',
  'totalsRowFormula',
]);
const FORMULA_ATTRIBUTES: ReadonlySet<string> = new Set([
  'textlink',
  'fmlaLink',
  'fmlaRange',
  'fmlaTxbx',
  'fmlaGroup',
]);
/** Elements of old drawings whose picture may be at a link. */
const LINKED_PICTURES: ReadonlySet<string> = new Set(['imagedata', 'fill', 'stroke', 'image', 'background']);
const FIELD_CODES: ReadonlySet<string> = new Set(['instrText', 'delInstrText']);
/** Slides turned by a click; other actions start something. */
const CLICK = /^(?:ppaction:\/\/(?:noaction|hlinksldjump.*))?$/;
const FORMULA_LETTERS = 200_000;

const local = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Reads one part piece by piece and refuses what would act or fetch. @throws Refused */
export function createXmlJudge({
  isRelationships,
  isDrawing,
}: {
  isRelationships: boolean;
  isDrawing: boolean;
}) {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const parser = new SaxesParser();
  const fields = createFields();
  let depth = 0;
  /** Texts that are collected until their elements end, the innermost last. */
  const collecting: { element: string; text: string; depth: number }[] = [];

  parser.on('error', () => {
    throw new Refused('files.damaged');
  });
  parser.on('xmldecl', ({ encoding }) => {
    if (encoding !== undefined && !/^(?:utf-?8|us-ascii)$/i.test(encoding))
      throw new Refused('files.damaged');
  });
  parser.on('doctype', () => {
    throw new Refused('files.active-content');
  });
  parser.on('processinginstruction', ({ target }) => {
    if (target === 'xml-stylesheet') throw new Refused('files.external-content');
  });
  parser.on('opentag', (tag) => {
    depth += 1;
    if (depth > DEPTH) throw new Refused('files.too-complex');
    open(tag);
  });
  parser.on('closetag', () => {
    depth -= 1;
    if (collecting.at(-1)?.depth !== depth) return;
    const { element, text } = collecting.pop()!;
    if (FIELD_CODES.has(element)) fields.add(text);
    else if (element === 'style') judgeStyle(text);
    else judgeFormula(text);
  });
  const collect = (text: string): void => {
    for (const each of collecting) {
      each.text += text;
      if (each.text.length > FORMULA_LETTERS) throw new Refused('files.too-complex');
    }
  };
  parser.on('text', collect);
  parser.on('cdata', collect);

  function open({ name, attributes }: SaxesTagPlain): void {
    const element = local(name);
    if (isRelationships) {
      if (element === 'Relationship') judgeRelationship(attributes);
      else if (element !== 'Relationships') throw new Refused('files.damaged');
      return;
    }
    if (ACTIVE.has(element)) throw new Refused('files.active-content');
    if (EXTERNAL.has(element)) throw new Refused('files.external-content');
    for (const attribute in attributes) judgeAttribute(element, local(attribute), attributes[attribute]!);
    if (FORMULAS.has(element) || FIELD_CODES.has(element) || (isDrawing && element === 'style'))
      collecting.push({ element, text: '', depth: depth - 1 });
    if (element === 'fldChar') fieldMark(attributes);
  }

  function fieldMark(attributes: Readonly<Record<string, string>>): void {
    const kind = Object.entries(attributes).find(([name]) => local(name) === 'fldCharType')?.[1];
    if (kind === 'begin') fields.begin();
    else if (kind === 'separate') fields.separate();
    else if (kind === 'end') fields.end();
  }

  function judgeAttribute(element: string, name: string, value: string): void {
    if (name === 'instr') judgeField(value);
    else if (name === 'src' || name === 'althref') judgeSource(value);
    else if (name === 'href' && LINKED_PICTURES.has(element) && !isDrawing) judgeSource(value);
    else if (name === 'href') judgeLink(element, value);
    else if (PLACES_OF_SCHEMAS.has(name)) judgeSchema(value);
    else if (FORMULA_ATTRIBUTES.has(name)) judgeFormula(value);
    else if ((name === 'macro' || name === 'fmlaMacro') && value.trim() !== '')
      throw new Refused('files.active-content');
    else if (name === 'action' && element.startsWith('hlink') && !CLICK.test(value))
      throw new Refused('files.active-content');
    else if (EVENT.test(name)) throw new Refused('files.active-content');
    if (isDrawing) judgeStyle(value);
  }

  /** Loaded when it is shown. */
  function judgeSource(value: string): void {
    if (!/^(?:#|data:image\/)/.test(value) && /[:\\]|^\/\//.test(value))
      throw new Refused('files.external-content');
  }

  /** Followed by a click, except in a drawing, where it is a picture as well. */
  function judgeLink(element: string, value: string): void {
    const isClicked = element === 'a' || !isDrawing;
    if (isClicked ? !isPlainLink(value) : !/^(?:#|data:image\/)/.test(value))
      throw new Refused('files.external-content');
  }

  function judgeSchema(value: string): void {
    const places = value.split(/\s+/).filter((each) => /[:\\]|^\/\//.test(each) && !each.startsWith('urn:'));
    if (places.some((place) => !KNOWN_SCHEMA.test(place))) throw new Refused('files.external-content');
  }

  function judgeStyle(text: string): void {
    if (/@import|url\(\s*["']?\s*(?!["'\s]|#|data:image\/)/i.test(text))
      throw new Refused('files.external-content');
  }

  const read = (bytes: Buffer | undefined): void => {
    let text: string;
    try {
      text = decoder.decode(bytes, { stream: bytes !== undefined });
    } catch {
      // Not retried: it is not written in UTF-8, as the format asks.
      throw new Refused('files.damaged');
    }
    parser.write(text);
  };
  return {
    write: (bytes: Buffer): void => read(bytes),
    end(): void {
      read(undefined);
      parser.close();
      fields.finish();
    },
  };
}
