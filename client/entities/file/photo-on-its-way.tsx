import { CloudOff, RotateCw, TriangleAlert, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ProgressRing } from './progress-ring.tsx';
import { useUploadWords } from './upload-texts.ts';
import type { FileUpload } from './uploads.ts';
import css from './photos.module.css';

/** Larger ones are not drawn before they are stored: a phone would decode twenty of them at once. */
const PREVIEW_BYTES = 4 * 1024 * 1024;

interface PhotoOnItsWayProps {
  upload: FileUpload;
  onRetry: () => void;
  onCancel: () => void;
}

/** A photo that is being sent, waits, or was refused. */
export function PhotoOnItsWay({ upload, onRetry, onCancel }: PhotoOnItsWayProps) {
  const { t } = useTranslation('files');
  const words = useUploadWords();
  const preview = usePreview(upload.file);
  const { state, file, sentBytes } = upload;
  return (
    <li className={css.tile} data-testid="upload" data-state={state}>
      <div className={css.frame}>
        {preview ? (
          <img
            className={css.preview}
            src={preview}
            alt=""
            decoding="async"
            // No picture after all: the server will say so.
            onError={({ currentTarget }) => void (currentTarget.style.display = 'none')}
          />
        ) : null}
        <span className={css.veil}>
          {state === 'failed' ? (
            <TriangleAlert size={28} aria-hidden />
          ) : state === 'no-connection' || state === 'server-busy' ? (
            <CloudOff size={28} aria-hidden />
          ) : (
            <ProgressRing share={sentBytes / Math.max(1, file.size)} turning={state === 'checking'} />
          )}
        </span>
      </div>
      <p className={css.state} role={state === 'failed' ? 'alert' : undefined}>
        <strong>{file.name}</strong>
        {words.state(upload)}
      </p>
      <div className={css.actions}>
        {state === 'failed' ? (
          <button type="button" aria-label={t('retryOf', { name: file.name })} onClick={onRetry}>
            <RotateCw size={20} aria-hidden />
            <span>{t('retry')}</span>
          </button>
        ) : null}
        <button
          type="button"
          data-danger
          aria-label={t(state === 'failed' ? 'removeOf' : 'cancelOf', { name: file.name })}
          // All of it has left: it can only be deleted once it is there.
          disabled={state === 'checking'}
          onClick={onCancel}
        >
          <X size={20} aria-hidden />
          <span>{t(state === 'failed' ? 'remove' : 'cancel')}</span>
        </button>
      </div>
    </li>
  );
}

function usePreview(file: File): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (file.size > PREVIEW_BYTES) return undefined;
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
}
