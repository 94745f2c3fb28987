import { readFile } from 'node:fs/promises';
import { DOCUMENT_TYPES, IMAGE_TYPES } from '#shared/api/cabinet/files.ts';
import { magicOf, refuseMixed } from './content-type.ts';
import { cleanOffice, cleanPdf } from './clean-document.ts';
import { inspectImage, inspectPicture, written } from './inspect-image.ts';
import { inspectOffice } from './inspect-office.ts';
import { inspectPdf } from './inspect-pdf.ts';
import { Refused, type Inspected, type InspectionAnswer, type InspectionRequest } from './inspection.ts';

/**
 * A process of its own for files that may be hostile: what decodes them may be slow, use much memory or crash here without
 * touching bids. It asks for nothing but the files it is given, one after the other, and ends with its parent.
 */
async function inspect({ kind, file, folder }: InspectionRequest): Promise<Inspected> {
  const bytes = await readFile(file);
  const magic = magicOf(bytes);
  refuseMixed(bytes, magic);
  if (kind !== 'document') {
    if (!Object.hasOwn(IMAGE_TYPES, magic)) throw new Refused('files.unsupported-type');
    return inspectImage(file, magic, folder, kind === 'image' ? 'webp' : 'avif');
  }
  if (magic === 'zip') {
    const mediaType = await inspectOffice(bytes);
    return { mediaType, image: null, clean: await madeOf(await cleanOffice(bytes), folder) };
  }
  if (!Object.hasOwn(DOCUMENT_TYPES, magic)) throw new Refused('files.unsupported-type');
  if (magic === 'image/jpeg' || magic === 'image/png') return inspectPicture(file, magic, folder);
  inspectPdf(bytes);
  return { mediaType: magic, image: null, clean: await madeOf(cleanPdf(bytes), folder) };
}

const madeOf = (bytes: Buffer | null, folder: string) => (bytes ? written(folder, bytes) : null);

async function answerTo(request: InspectionRequest): Promise<InspectionAnswer> {
  const { id } = request;
  const before = process.cpuUsage();
  const spent = () => {
    const { user, system } = process.cpuUsage(before);
    return { id, spentMs: Math.ceil((user + system) / 1_000) };
  };
  try {
    const found = await inspect(request);
    return { ...spent(), found };
  } catch (error) {
    // The parent decides: a refusal is final, a fault may be retried by the sender.
    if (error instanceof Refused) return { ...spent(), refusal: error.refusal };
    return { ...spent(), fault: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

process.on('message', (request: InspectionRequest) => {
  void answerTo(request).then((answer) => process.send?.(answer));
});
process.on('disconnect', () => process.exit(0));
process.send?.('ready');
