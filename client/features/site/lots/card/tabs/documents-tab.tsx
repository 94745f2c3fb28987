import { FileText, FileX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { fileSize } from '#client/lib/format/file-size.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { LoadedTab } from './loaded-tab.tsx';
import css from './documents-tab.module.css';

/** Papers of the lot; each opens in its own tab. */
export default function DocumentsTab({ lotId }: { lotId: number }) {
  const { t } = useTranslation('card');
  const localized = useLocalized();
  const sizeText = (bytes: number) => {
    const { unit, size } = fileSize(bytes);
    return t(`documents.${unit}`, { size });
  };
  return (
    <LoadedTab lotId={lotId} tab="documents">
      {({ documents }) =>
        documents.length === 0 ? (
          <EmptyState icon={FileX} title={t('documents.none')} text={t('documents.noneText')} />
        ) : (
          <ul className={css.documents}>
            {documents.map((document) => (
              <li key={document.url}>
                <a href={document.url} target="_blank" rel="noreferrer noopener">
                  <FileText size={24} strokeWidth={1.5} aria-hidden />
                  <span>
                    <strong>{localized(document.name)}</strong>
                    <small>{sizeText(document.sizeBytes)}</small>
                  </span>
                </a>
              </li>
            ))}
          </ul>
        )
      }
    </LoadedTab>
  );
}
