import { formatDecimal } from './locale.ts';

const KB = 1_024;

/** Size of a file as people read it: whole kilobytes (never 0), from a megabyte on with one decimal, as the language writes it. */
export function fileSize(bytes: number): { unit: 'kilobytes' | 'megabytes'; size: string } {
  if (bytes < KB * KB) return { unit: 'kilobytes', size: String(Math.max(1, Math.round(bytes / KB))) };
  return { unit: 'megabytes', size: formatDecimal(Math.round((bytes / KB / KB) * 10) / 10) };
}
