import type { FileRefusal } from '#shared/api/cabinet/files.ts';
import { Refused } from '../inspection.ts';
import { isPlainLink } from '../plain-link.ts';
import type { PdfFile } from './pdf-file.ts';
import { PdfDict, PdfName, type PdfValue } from './pdf-values.ts';

/*
 * What a document may hold, by ISO 32000-2. What acts hangs in few places: the catalogue, its trees of names, annotations,
 * forms and actions. In these only what is listed passes; everywhere else values are drawn or ignored.
 */

/** Section 7.7.2 without actions of the document, packages of files and requirements. */
const CATALOGUE = new Set([
  'Type',
  'Version',
  'Extensions',
  'Pages',
  'PageLabels',
  'Names',
  'Dests',
  'ViewerPreferences',
  'PageLayout',
  'PageMode',
  'Outlines',
  'Threads',
  'OpenAction',
  'URI',
  'AcroForm',
  'Metadata',
  'StructTreeRoot',
  'MarkInfo',
  'Lang',
  'SpiderInfo',
  'OutputIntents',
  'PieceInfo',
  'OCProperties',
  'Perms',
  'Legal',
  'DSS',
  'DPartRoot',
  'LastModified',
  'AA',
  'Info',
  'ID',
]);
/** Keys of one maker, as `ADBE_…`: no other program knows them. */
const OF_A_MAKER = /^[A-Za-z0-9]{2,12}[_:.]/;
/** Section 7.7.4 without scripts, files, renditions and pages from elsewhere. */
const NAME_TREES = new Set(['Dests', 'AP', 'Pages', 'IDS', 'URLS']);
/** Section 12.7.3 without XFA. */
const FORM = new Set(['Fields', 'NeedAppearances', 'SigFlags', 'CO', 'DR', 'DA', 'Q']);
/** Section 12.5.6 without files, sounds, films, 3D and other media. */
const ANNOTATIONS = new Set([
  'Text',
  'Link',
  'FreeText',
  'Line',
  'Square',
  'Circle',
  'Polygon',
  'PolyLine',
  'Highlight',
  'Underline',
  'Squiggly',
  'StrikeOut',
  'Caret',
  'Stamp',
  'Ink',
  'Popup',
  'Widget',
  'PrinterMark',
  'TrapNet',
  'Watermark',
  'Redact',
]);
/** Section 12.6.4; named ones turn pages. */
const ACTIONS = new Set(['GoTo', 'URI', 'Named']);
const ACTIONS_IN_A_ROW = 8;
const NAMED = new Set(['NextPage', 'PrevPage', 'FirstPage', 'LastPage']);
/** Others, by what they would do; wherever they are, also where nothing refers to them. */
const OTHER_ACTIONS: Readonly<Record<string, FileRefusal>> = {
  JavaScript: 'files.active-content',
  Launch: 'files.active-content',
  Rendition: 'files.active-content',
  RichMediaExecute: 'files.active-content',
  Movie: 'files.active-content',
  Sound: 'files.active-content',
  GoTo3DView: 'files.active-content',
  SetOCGState: 'files.active-content',
  ImportData: 'files.external-content',
  SubmitForm: 'files.external-content',
  GoToR: 'files.external-content',
  GoToE: 'files.active-content',
  GoToDp: 'files.active-content',
};
const PICTURES = new Set(['Image', 'Form']);
/** Keys that hold scripts, programs or whole files, in whatever they are. */
const ACTIVE_KEYS = ['JS', 'JavaScript', 'EmbeddedFiles', 'EF', 'RichMediaContent', 'XFA'];
const ACTIVE_TYPES = new Set(['EmbeddedFile', 'RichMedia']);

/** Looks at one definition of an object with everything nested in it. @throws Refused */
export function judgeObjects(pdf: PdfFile): void {
  const rules = rulesOf(pdf);
  pdf.forEachDefinition((value) => rules.judge(value));
  for (const trailer of pdf.trailers) rules.judge(trailer);
}

function rulesOf(pdf: PdfFile) {
  /** What an entry may be, by every definition; its items where it is a list. */
  const itemsOf = (dict: PdfDict, key: string): PdfValue[] =>
    dict.valuesOf(key).flatMap((value) => listed(value, 0));
  const listed = (value: PdfValue, depth: number): PdfValue[] => {
    if (depth > 4) throw new Refused('files.too-complex');
    return pdf
      .resolve(value)
      .flatMap((each) => (Array.isArray(each) ? each.flatMap((item) => listed(item, depth + 1)) : [each]));
  };
  const dictsOf = (dict: PdfDict, key: string): PdfDict[] =>
    itemsOf(dict, key).filter((value) => value instanceof PdfDict);
  const namesOf = (dict: PdfDict, key: string): string[] =>
    itemsOf(dict, key).flatMap((value) => (value instanceof PdfName ? [value.text] : []));
  const isOneOf = (names: readonly string[], allowed: ReadonlySet<string>): boolean =>
    names.every((name) => allowed.has(name));

  /** @param opening done by itself when the document is opened */
  function judgeAction(action: PdfDict, opening: boolean, depth = 0): void {
    if (depth > ACTIONS_IN_A_ROW) throw new Refused('files.too-complex');
    if (opening) for (const next of dictsOf(action, 'Next')) judgeAction(next, true, depth + 1);
    // A reference that leads nowhere here may lead somewhere in another program.
    if (action.has('S') && namesOf(action, 'S').length === 0) throw new Refused('files.damaged');
    for (const type of namesOf(action, 'S')) {
      if (!ACTIONS.has(type)) throw new Refused(OTHER_ACTIONS[type] ?? 'files.active-content');
      if (type === 'Named' && !isOneOf(namesOf(action, 'N'), NAMED))
        throw new Refused('files.active-content');
      if (type === 'URI' && opening) throw new Refused('files.external-content');
    }
    for (const address of itemsOf(action, 'URI'))
      if (typeof address !== 'string' || !isPlainLink(address)) throw new Refused('files.external-content');
  }

  function judgeActions(dict: PdfDict): void {
    for (const key of ['A', 'PA', 'Next'])
      for (const action of dictsOf(dict, key))
        if (!action.isStream && action.has('S')) judgeAction(action, false);
    if (dict.has('OpenAction') && itemsOf(dict, 'OpenAction').length === 0)
      throw new Refused('files.damaged');
    for (const action of dictsOf(dict, 'OpenAction')) judgeAction(action, true);
    // Actions by themselves; a name of a font or of a picture may be the same.
    for (const events of dictsOf(dict, 'AA'))
      if (
        !events.isStream &&
        events.entries.some(([key]) => dictsOf(events, key).some((each) => each.has('S')))
      )
        throw new Refused('files.active-content');
  }

  function judgeCatalogue(dict: PdfDict): void {
    if (dict.entries.some(([key]) => !CATALOGUE.has(key) && !OF_A_MAKER.test(key)))
      throw new Refused('files.active-content');
    for (const names of dictsOf(dict, 'Names'))
      if (names.entries.some(([key]) => !NAME_TREES.has(key))) throw new Refused('files.active-content');
    for (const form of dictsOf(dict, 'AcroForm'))
      if (form.entries.some(([key]) => !FORM.has(key))) throw new Refused('files.active-content');
    for (const uri of dictsOf(dict, 'URI'))
      for (const base of itemsOf(uri, 'Base'))
        if (typeof base !== 'string' || !isPlainLink(base)) throw new Refused('files.external-content');
  }

  function judgeStream(dict: PdfDict): void {
    // Bytes that are in another file, and pages of another document.
    if (['F', 'FFilter', 'FDecodeParms', 'Ref', 'OPI'].some((key) => dict.has(key)))
      throw new Refused('files.external-content');
    // A program for printers, whatever its type is.
    if ([...namesOf(dict, 'Subtype'), ...namesOf(dict, 'Subtype2')].includes('PS'))
      throw new Refused('files.active-content');
    if (namesOf(dict, 'Type').includes('XObject') && !isOneOf(namesOf(dict, 'Subtype'), PICTURES))
      throw new Refused('files.active-content');
  }

  function judgeDict(dict: PdfDict): void {
    if (ACTIVE_KEYS.some((key) => dict.has(key))) throw new Refused('files.active-content');
    const types = namesOf(dict, 'Type');
    const kinds = [...types, ...namesOf(dict, 'Subtype')];
    if (kinds.some((kind) => ACTIVE_TYPES.has(kind))) throw new Refused('files.active-content');
    if (dict.isStream) judgeStream(dict);
    if (types.includes('Catalog')) judgeCatalogue(dict);
    const isAction =
      types.includes('Action') ||
      (!types.includes('StructElem') &&
        namesOf(dict, 'S').some((type) => Object.hasOwn(OTHER_ACTIONS, type)));
    if (isAction) judgeAction(dict, false);
    judgeActions(dict);
    const annotations = types.includes('Annot') ? [dict] : [];
    for (const annotation of [...annotations, ...dictsOf(dict, 'Annots')])
      if (!isOneOf(namesOf(annotation, 'Subtype'), ANNOTATIONS)) throw new Refused('files.active-content');
    for (const catalogue of dictsOf(dict, 'Root')) if (catalogue.has('Pages')) judgeCatalogue(catalogue);
  }

  function judge(value: PdfValue): void {
    if (Array.isArray(value)) for (const item of value) judge(item);
    if (!(value instanceof PdfDict)) return;
    judgeDict(value);
    for (const [, nested] of value.entries) judge(nested);
  }
  return { judge };
}
