import { Download, FileSpreadsheet, FileText, X } from 'lucide-react';
import { useRef, useState, type MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { ExportFormat, ExportList, StaffExportList } from '#shared/api/cabinet/exports.ts';
import { ApiError } from '#client/lib/api-error.ts';
import { useNarrow } from '#client/lib/use-narrow.ts';
import { Disclosure } from '../disclosure.tsx';
import { notify } from '../toasts.tsx';
import css from './data-table.module.css';

interface ExportLinksProps {
  list: ExportList | StaffExportList;
  /** The table's filters: the file holds the same rows, of all pages. */
  filters: Readonly<Record<string, string>>;
  /** A list of the console, with the rows of everybody. */
  staff?: boolean;
}

const ICONS = { xlsx: FileSpreadsheet, csv: FileText };
const KB = 1024;
const inMegabytes = (bytes: number): string => (bytes / KB / KB).toFixed(1);

/** The table's rows as a spreadsheet or as CSV, on a phone below one button; a long file says how far it is, and can be stopped. */
export function ExportLinks({ list, filters, staff = false }: ExportLinksProps) {
  const { t, i18n } = useTranslation('ui');
  const narrow = useNarrow();
  const [bytes, setBytes] = useState<number | null>(null);
  const stopping = useRef<AbortController | null>(null);
  const address = (format: ExportFormat) => {
    const chosen = Object.entries(filters).filter(([, value]) => value !== '');
    const query = new URLSearchParams([...chosen, ['format', format], ['language', i18n.language]]);
    return `/api/${staff ? 'console' : 'shop'}/export/${list}?${query.toString()}`;
  };

  async function save(event: MouseEvent, format: ExportFormat): Promise<void> {
    // A new tab or window is the browser's own download.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (stopping.current) return;
    const controller = (stopping.current = new AbortController());
    setBytes(0);
    try {
      const { download } = await import('#client/lib/download.ts');
      await download(address(format), { onBytes: setBytes, signal: controller.signal });
    } catch (error) {
      // Not retried: the person has stopped it, or reads why it failed and asks again.
      if (!controller.signal.aborted)
        notify('error', (error instanceof ApiError && error.message) || t('table.notSaved'));
    } finally {
      stopping.current = null;
      setBytes(null);
    }
  }

  if (bytes !== null)
    return (
      <div className={css.exports} role="status">
        <button type="button" onClick={() => stopping.current?.abort()}>
          <X size={18} aria-hidden />
          {t('table.saving', { size: inMegabytes(bytes) })}
        </button>
      </div>
    );
  const links = (
    <div className={css.exports}>
      {(['xlsx', 'csv'] as const).map((format) => {
        const Icon = ICONS[format];
        return (
          <a key={format} href={address(format)} download onClick={(event) => void save(event, format)}>
            <Icon size={18} aria-hidden />
            {t(`table.${format}`)}
          </a>
        );
      })}
    </div>
  );
  if (!narrow) return links;
  return (
    <div className={css.exportMenu}>
      <Disclosure
        className={css.fold}
        panelClassName={css.exportPanel}
        label={
          <>
            <Download size={18} aria-hidden />
            <span className="sr-only">{t('table.export')}</span>
          </>
        }
      >
        {() => links}
      </Disclosure>
    </div>
  );
}
