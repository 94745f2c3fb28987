import {
  DOCUMENT_LIMITS,
  DOCUMENT_TYPES,
  IMAGE_LIMITS,
  IMAGE_TYPES,
  type FileRefusal,
} from '#shared/api/cabinet/files.ts';
import type { FileKind } from './file-queries.ts';

export const LIMITS = { images: IMAGE_LIMITS, documents: DOCUMENT_LIMITS } as const;
const TYPES: Record<FileKind, Readonly<Record<string, readonly string[]>>> = {
  images: IMAGE_TYPES,
  documents: DOCUMENT_TYPES,
};

/**
 * For the dialog of the browser. Images by type alone: phones then turn their own formats into JPEG. Documents by ending
 * as well: not every system knows the types of office files.
 */
export const ACCEPT: Record<FileKind, string> = {
  images: Object.keys(IMAGE_TYPES).join(','),
  documents: Object.entries(DOCUMENT_TYPES)
    .flatMap(([type, endings]) => [type, ...endings])
    .join(','),
};

/** What can be judged before a byte leaves; the server judges the content itself. */
const LOCAL_REFUSALS = [
  'files.unsupported-type',
  'files.empty',
  'files.too-large',
  'files.too-many',
  'files.set-too-large',
] as const satisfies readonly FileRefusal[];
export type LocalRefusal = (typeof LOCAL_REFUSALS)[number];

interface Chosen {
  name: string;
  type: string;
  size: number;
}

interface Used {
  count: number;
  bytes: number;
  /** The most files, where that is fewer than the general limit. */
  most?: number;
}

/** Whether a file may go on its way, with what is stored already and on its way; null: nothing speaks against it. */
export function judgeFile(kind: FileKind, { name, type, size }: Chosen, used: Used): LocalRefusal | null {
  const limits = LIMITS[kind];
  const types = TYPES[kind];
  const ending = /\.[^.]+$/.exec(name.toLowerCase())?.[0] ?? '';
  // A system that does not know the type names none: then the ending counts.
  const known =
    type === '' ? Object.values(types).some((endings) => endings.includes(ending)) : type in types;
  if (!known) return 'files.unsupported-type';
  if (size === 0) return 'files.empty';
  if (size > limits.fileBytes) return 'files.too-large';
  if (used.count >= (used.most ?? limits.count)) return 'files.too-many';
  if (used.bytes + size > limits.totalBytes) return 'files.set-too-large';
  return null;
}

/** Judges one after the other, each with those before it that may go. */
export function judgeFiles<Each extends Chosen>(
  kind: FileKind,
  chosen: readonly Each[],
  used: Used,
): { accepted: Each[]; refused: { file: Each; reason: LocalRefusal }[] } {
  const accepted: Each[] = [];
  const refused: { file: Each; reason: LocalRefusal }[] = [];
  let { count, bytes } = used;
  for (const file of chosen) {
    const reason = judgeFile(kind, file, { ...used, count, bytes });
    if (reason) refused.push({ file, reason });
    else {
      accepted.push(file);
      count += 1;
      bytes += file.size;
    }
  }
  return { accepted, refused };
}
