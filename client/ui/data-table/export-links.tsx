import { Download, FileSpreadsheet, FileText, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ExportFormat, ExportList, StaffExportList } from '#shared/api/cabinet/exports.ts';
import { useNarrow } from '#client/lib/use-narrow.ts';
import { Disclosure } from '../disclosure.tsx';
import { useDownload } from '../use-download.ts';
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
  const { bytes, save, stop } = useDownload();
  const address = (format: ExportFormat) => {
    const chosen = Object.entries(filters).filter(([, value]) => value !== '');
    const query = new URLSearchParams([...chosen, ['format', format], ['language', i18n.language]]);
    return `/api/${staff ? 'console' : 'shop'}/export/${list}?${query.toString()}`;
  };

  if (bytes !== null)
    return (
      <div className={css.exports} role="status">
        <button type="button" onClick={stop}>
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
          <a
            key={format}
            href={address(format)}
            download
            onClick={(event) => void save(event, address(format))}
          >
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
