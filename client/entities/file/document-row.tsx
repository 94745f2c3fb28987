import {
  Download,
  FileImage,
  FileSpreadsheet,
  FileText,
  RotateCw,
  Trash2,
  X,
  type LucideIcon,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { DocumentType, DocumentView } from '#shared/api/cabinet/files.ts';
import { useUploadWords } from './upload-texts.ts';
import type { FileUpload } from './uploads.ts';
import css from './documents.module.css';

const ICONS: Record<DocumentType, LucideIcon> = {
  'application/pdf': FileText,
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': FileText,
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': FileSpreadsheet,
  'image/jpeg': FileImage,
  'image/png': FileImage,
};

interface DocumentRowProps {
  document: DocumentView;
  /** Without it the document can never be public. */
  onPublish?: ((isPublic: boolean) => void) | undefined;
  onDelete: () => void;
}

export function DocumentRow({ document, onPublish, onDelete }: DocumentRowProps) {
  const { t } = useTranslation('files');
  const words = useUploadWords();
  const { name, type, url, sizeBytes, isPublic } = document;
  const Icon = ICONS[type];
  return (
    <li className={css.row} data-testid="document">
      <Icon size={28} strokeWidth={1.5} aria-hidden />
      <div className={css.words}>
        <a href={url} download={name}>
          {name}
        </a>
        <span>{words.size(sizeBytes)}</span>
      </div>
      <div className={css.actions}>
        <a href={url} download={name} aria-label={t('document.download', { name })}>
          <Download size={20} aria-hidden />
        </a>
        <button type="button" data-danger aria-label={t('removeOf', { name })} onClick={onDelete}>
          <Trash2 size={20} aria-hidden />
        </button>
      </div>
      {onPublish ? (
        <label className={css.public}>
          <input
            type="checkbox"
            checked={isPublic}
            aria-label={t('document.publicOf', { name })}
            onChange={({ currentTarget }) => onPublish(currentTarget.checked)}
          />
          <span>{t('document.public')}</span>
        </label>
      ) : null}
    </li>
  );
}

interface DocumentOnItsWayProps {
  upload: FileUpload;
  onRetry: () => void;
  onCancel: () => void;
}

/** A document that is being sent, waits, or was refused. */
export function DocumentOnItsWay({ upload, onRetry, onCancel }: DocumentOnItsWayProps) {
  const { t } = useTranslation('files');
  const words = useUploadWords();
  const { state, file, sentBytes } = upload;
  const { name } = file;
  const failed = state === 'failed';
  return (
    <li className={css.row} data-testid="upload" data-state={state}>
      <FileText size={28} strokeWidth={1.5} aria-hidden />
      <div className={css.words}>
        <strong>{name}</strong>
        <span role={failed ? 'alert' : undefined}>{words.state(upload)}</span>
        {failed ? null : (
          <progress max={Math.max(1, file.size)} value={sentBytes} aria-label={t('progressOf', { name })} />
        )}
      </div>
      <div className={css.actions}>
        {failed ? (
          <button type="button" aria-label={t('retryOf', { name })} onClick={onRetry}>
            <RotateCw size={20} aria-hidden />
          </button>
        ) : null}
        <button
          type="button"
          data-danger
          aria-label={t(failed ? 'removeOf' : 'cancelOf', { name })}
          // All of it has left: it can only be deleted once it is there.
          disabled={state === 'checking'}
          onClick={onCancel}
        >
          <X size={20} aria-hidden />
        </button>
      </div>
    </li>
  );
}
