/** Looks for malware in uploads; off unless configured. */
import type { Config } from '#server/platform/config/index.ts';
import { createClamd } from './clamd.ts';
import type { Scanner } from './port.ts';

export { ScannerAway, type Scanner } from './port.ts';

/** The configured scanner; null: files are stored without a scan, which /readyz says. */
export const openScanner = ({ files }: Pick<Config, 'files'>): Scanner | null =>
  files.clamd ? createClamd(files.clamd) : null;
