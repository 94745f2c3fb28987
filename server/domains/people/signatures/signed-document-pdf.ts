import type { Texts } from '#server/platform/language/index.ts';
import { makePdf, type Content } from '#server/platform/pdf/index.ts';
import { tashkentDateTime } from '#shared/time/tashkent.ts';
import type { ArchivedDocument } from './archive.repository.ts';

const GREY = '#5b6573';

/** A signed text with the facts of its signature, in the language it was signed in. */
export function documentPdf(texts: Pick<Texts, 'text'>, of: ArchivedDocument): Promise<Buffer> {
  const say = (key: string) => texts.text(of.language, `e-signature:document.${key}`);
  const facts: [string, string | null][] = [
    [say('factOwner'), of.owner],
    [say('factPinfl'), of.pinfl],
    [say('factTin'), of.tin],
    [say('factSerial'), of.serial],
    [say('factSignedAt'), tashkentDateTime(of.signedAt.getTime())],
    [say('factTimestamp'), of.timestampedAt && tashkentDateTime(of.timestampedAt.getTime())],
    [say('factSha256'), of.sha256],
    [say('factSigner'), say(`signers.${of.signer}`)],
  ];
  const paragraphs: Content[] = of.document
    .toString('utf8')
    .split(/\n{2,}/)
    .map((text) => ({ text: text.trim(), margin: [0, 0, 0, 6] }));
  return makePdf({
    info: { title: say('title'), creator: 'Savdo', producer: 'Savdo' },
    content: [
      { text: say('facts'), style: 'title' },
      {
        layout: 'lightHorizontalLines',
        table: {
          headerRows: 0,
          widths: [150, '*'],
          body: facts
            .filter(([, value]) => value !== null)
            .map(([label, value]) => [{ text: label, color: GREY }, { text: value ?? '' }]),
        },
      },
      { text: say('factsNote'), style: 'note', color: GREY },
      { text: say('signedText'), style: 'title', margin: [0, 18, 0, 10] },
      ...paragraphs,
    ],
    defaultStyle: { fontSize: 9.5, lineHeight: 1.25 },
    styles: {
      title: { fontSize: 15, bold: true, margin: [0, 0, 0, 10] },
      note: { fontSize: 8.5, margin: [0, 8, 0, 0] },
    },
  });
}
