import { makePdf, type Content, type PdfDefinition } from '#server/platform/pdf/index.ts';

interface TwoLanguages {
  uz: string;
  ru: string;
}

/** Content of a lot's document: a title, rows of label and value, paragraphs; in Uzbek and in Russian. */
export interface DocumentDraft {
  title: TwoLanguages;
  /** Under the title: number of the lot, place, date. */
  subtitle: TwoLanguages;
  rows: { label: TwoLanguages; value: TwoLanguages }[];
  paragraphs: TwoLanguages[];
}

const GREY = '#5b6573';

const table = (rows: DocumentDraft['rows'], language: keyof TwoLanguages): Content => ({
  layout: 'lightHorizontalLines',
  table: {
    headerRows: 0,
    widths: [170, '*'],
    body: rows.map(({ label, value }) => [{ text: label[language], color: GREY }, { text: value[language] }]),
  },
});

function page(draft: DocumentDraft, language: keyof TwoLanguages, first: boolean): Content[] {
  return [
    { text: draft.title[language], style: 'title', ...(first ? {} : { pageBreak: 'before' as const }) },
    { text: draft.subtitle[language], style: 'subtitle' },
    // A table without rows is refused by the library.
    ...(draft.rows.length > 0 ? [table(draft.rows, language)] : []),
    ...draft.paragraphs.map((paragraph) => ({ text: paragraph[language], style: 'paragraph' })),
  ];
}

/** The file of a draft: an Uzbek page, then a Russian one. */
export function documentPdf(draft: DocumentDraft): Promise<Buffer> {
  const definition: PdfDefinition = {
    info: { title: draft.title.uz, creator: 'Savdo', producer: 'Savdo' },
    content: [...page(draft, 'uz', true), ...page(draft, 'ru', false)],
    footer: (current, count) => ({
      text: `${draft.subtitle.uz} · ${current}/${count}`,
      color: GREY,
      fontSize: 8,
      alignment: 'center',
      margin: [0, 20, 0, 0],
    }),
    defaultStyle: { fontSize: 10, lineHeight: 1.25 },
    styles: {
      title: { fontSize: 18, bold: true, margin: [0, 0, 0, 4] },
      subtitle: { color: GREY, margin: [0, 0, 0, 16] },
      paragraph: { margin: [0, 12, 0, 0] },
    },
  };
  return makePdf(definition);
}
