import { Refused } from '../inspection.ts';
import { isPlainLink } from '../plain-link.ts';

/**
 * Fields of texts that show what is in the document, its facts, the time, or a link: ISO/IEC 29500-1, 17.16.5, without those
 * that bring in or start something else (DDE, INCLUDETEXT, LINK, DATABASE, MACROBUTTON and the like).
 */
const FIELDS: ReadonlySet<string> = new Set([
  '=',
  'ADDRESSBLOCK',
  'ADVANCE',
  'AUTHOR',
  'AUTONUM',
  'AUTONUMLGL',
  'AUTONUMOUT',
  'BARCODE',
  'BIBLIOGRAPHY',
  'BIDIOUTLINE',
  'CITATION',
  'COMMENTS',
  'COMPARE',
  'CREATEDATE',
  'DATE',
  'DISPLAYBARCODE',
  'DOCPROPERTY',
  'DOCVARIABLE',
  'EDITTIME',
  'EQ',
  'FILENAME',
  'FILESIZE',
  'FORMCHECKBOX',
  'FORMDROPDOWN',
  'FORMTEXT',
  'GREETINGLINE',
  'HYPERLINK',
  'IF',
  'INDEX',
  'INFO',
  'KEYWORDS',
  'LASTSAVEDBY',
  'LISTNUM',
  'MERGEFIELD',
  'MERGEREC',
  'MERGESEQ',
  'NEXT',
  'NEXTIF',
  'NOTEREF',
  'NUMCHARS',
  'NUMPAGES',
  'NUMWORDS',
  'PAGE',
  'PAGEREF',
  'PRINTDATE',
  'QUOTE',
  'REF',
  'REVNUM',
  'SAVEDATE',
  'SECTION',
  'SECTIONPAGES',
  'SEQ',
  'SET',
  'SHAPE',
  'SKIPIF',
  'STYLEREF',
  'SUBJECT',
  'SYMBOL',
  'TA',
  'TC',
  'TEMPLATE',
  'TIME',
  'TITLE',
  'TOA',
  'TOC',
  'USERADDRESS',
  'USERINITIALS',
  'USERNAME',
  'XE',
]);
const NAME = /^[\s\u200e\u200f]*(=|[^\s"\\=]+)/;
const LINK = /^\s*HYPERLINK(?![^\s"\\])/i;
/** Arguments of a link: what a switch is for (a place, a frame, a tip) together with it. */
const ARGUMENTS = /\\[lots]\s*(?:"[^"]*"?|[^\s"\\]+)|\\[a-z*]?|"([^"]*)"?|([^\s"]+)/gi;
const LETTERS = 100_000;

interface OpenField {
  code: string;
  /** Its code has ended, and its result follows. */
  judged: boolean;
}

/** @throws Refused */
export function judgeField(code: string): void {
  const name = NAME.exec(code)?.[1];
  if (name === undefined) return;
  if (!FIELDS.has(name.toUpperCase())) throw new Refused('files.active-content');
  if (!LINK.test(code)) return;
  for (const [, quoted, bare] of code.replace(LINK, '').matchAll(ARGUMENTS)) {
    const address = quoted ?? bare;
    if (address !== undefined && !isPlainLink(address)) throw new Refused('files.external-content');
  }
}

/** The codes of a part's fields, which may be in many pieces and in one another. */
export function createFields() {
  const open: OpenField[] = [];
  /** A code outside of any field: a program may still take it for one. */
  const loose: OpenField = { code: '', judged: false };

  function close(field: OpenField | undefined): void {
    if (!field || field.judged) return;
    field.judged = true;
    judgeField(field.code);
  }

  return {
    /** @throws Refused where the name of a field, or the address of a link, would come from another field */
    begin(): void {
      const outer = open.at(-1);
      if (outer && !outer.judged && !NAME.test(outer.code)) throw new Refused('files.active-content');
      if (outer && !outer.judged && LINK.test(outer.code)) throw new Refused('files.external-content');
      if (open.length > 20) throw new Refused('files.too-complex');
      open.push({ code: '', judged: false });
    },
    separate: (): void => close(open.at(-1)),
    end: (): void => close(open.pop()),
    add(text: string): void {
      const field = open.at(-1) ?? loose;
      if (field.judged) field.judged = false;
      field.code += text;
      if (field.code.length > LETTERS) throw new Refused('files.too-complex');
    },
    /** At the end of the part. */
    finish(): void {
      for (const field of open) close(field);
      close(loose);
    },
  };
}
