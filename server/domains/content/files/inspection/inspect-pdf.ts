import { Refused } from './inspection.ts';
import { readPdf, type PdfFile } from './pdf/pdf-file.ts';
import { judgeObjects } from './pdf/pdf-rules.ts';
import { PdfDict, type PdfValue } from './pdf/pdf-values.ts';

/**
 * Refuses a PDF that is encrypted, or that holds anything beyond what is drawn and plain links; every definition of every
 * object is looked at, also of those that this or that program would not show. @throws Refused
 */
export function inspectPdf(bytes: Buffer): void {
  const pdf = readPdf(bytes);
  judgeObjects(pdf);
  if (!pdf.trailers.some((trailer) => hasPages(pdf, trailer))) throw new Refused('files.damaged');
}

/** From the end of a revision to a first page. */
function hasPages(pdf: PdfFile, trailer: PdfDict): boolean {
  const dictsOf = (dict: PdfDict, key: string): PdfDict[] =>
    dict
      .valuesOf(key)
      .flatMap((value) => pdf.resolve(value))
      .flatMap((value): readonly PdfValue[] => (Array.isArray(value) ? value : [value]))
      .flatMap((value) => pdf.resolve(value))
      .filter((value) => value instanceof PdfDict);
  return dictsOf(trailer, 'Root')
    .flatMap((catalogue) => dictsOf(catalogue, 'Pages'))
    .some((pages) => dictsOf(pages, 'Kids').length > 0);
}
