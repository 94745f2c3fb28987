import { useTranslation } from 'react-i18next';
import { fileSize } from '#client/lib/format/file-size.ts';
import { formatDecimal } from '#client/lib/format/locale.ts';

const GB = 1_024 ** 3;

/** A size as people read it: kilobytes, megabytes, and gigabytes with one decimal. */
export function useSize(): (bytes: number) => string {
  const { t } = useTranslation('console-system');
  return (bytes) => {
    if (bytes >= GB) return t('size.gigabytes', { size: formatDecimal(Math.round((bytes / GB) * 10) / 10) });
    const { unit, size } = fileSize(bytes);
    return t(`size.${unit}`, { size });
  };
}
