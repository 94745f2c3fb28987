import { useTranslation } from 'react-i18next';
import { fileSize } from '#client/lib/format/file-size.ts';
import { formatDecimal } from '#client/lib/format/locale.ts';
import { useErrorText } from '#client/ui/error-state.tsx';
import type { FileKind } from './file-queries.ts';
import { LIMITS, type LocalRefusal } from './judge-file.ts';
import type { FileUpload } from './uploads.ts';

const MIB = 1024 * 1024;
const REASONS = {
  'files.unsupported-type': 'unsupported-type',
  'files.empty': 'empty',
  'files.too-large': 'too-large',
  'files.too-many': 'too-many',
  'files.set-too-large': 'set-too-large',
} as const satisfies Record<LocalRefusal, string>;

/** What people read about sizes, refusals and the way of a file. */
export function useUploadWords() {
  const { t } = useTranslation('files');
  const errorText = useErrorText();
  const size = (bytes: number): string => {
    const { unit, size: value } = fileSize(bytes);
    return t(`size.${unit}`, { size: value });
  };
  return {
    size,
    /** `7,2 of 20 MB`; an empty list has 0. */
    used: (bytes: number, kind: FileKind): string =>
      t('used', {
        used: formatDecimal(Math.round((bytes / MIB) * 10) / 10),
        most: Math.floor(LIMITS[kind].totalBytes / MIB),
      }),
    /** In the server's words. */
    refused: (kind: FileKind, reason: LocalRefusal): string => {
      const { count, totalBytes, fileBytes } = LIMITS[kind];
      return t(`errors.${REASONS[reason]}`, {
        count,
        fileMegabytes: fileBytes / MIB,
        setMegabytes: totalBytes / MIB,
      });
    },
    state: ({ state, sentBytes, file, error }: FileUpload): string =>
      state === 'failed'
        ? errorText(error)
        : t(`state.${state}`, { percent: Math.floor((sentBytes * 100) / Math.max(1, file.size)) }),
  };
}
