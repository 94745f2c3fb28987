import { CloudOff, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#client/lib/api-error.ts';
import { Button } from './button.tsx';
import css from './ui.module.css';

interface ErrorStateProps {
  error: unknown;
  onRetry: () => void;
  title?: string;
  /** It is the whole page: its title is the page's h1. */
  page?: boolean;
  children?: ReactNode;
}

/** How browsers (and `loadPart`) say that a file of the page did not come; none of them gives it a code. */
const NOT_LOADED = /dynamically imported module|module script failed|preload CSS|too long to load/i;

/** The sentence for a failure: the server's own words, or ours where it had none. */
export function useErrorText(): (error: unknown) => string {
  const { t } = useTranslation('ui');
  return (error) => {
    if (!(error instanceof ApiError))
      return t(error instanceof Error && NOT_LOADED.test(error.message) ? 'error.offline' : 'error.unknown');
    if (error.code === 'offline') return t('error.offline');
    return error.message || t('error.unknown');
  };
}

/** A failed read: what happened, and a retry. */
export function ErrorState({ error, onRetry, title, page = false, children }: ErrorStateProps) {
  const Heading = page ? 'h1' : 'h2';
  const { t } = useTranslation('ui');
  const text = useErrorText();
  const requestId = error instanceof ApiError ? error.requestId : undefined;
  return (
    <section className={css.state} role="alert">
      <CloudOff size={40} strokeWidth={1.5} aria-hidden />
      <Heading>{title ?? t('error.title')}</Heading>
      <p>{text(error)}</p>
      {requestId ? <p className={css.requestId}>{t('error.requestId', { id: requestId })}</p> : null}
      <div className={css.stateActions}>
        <Button leftSection={<RotateCw size={18} aria-hidden />} onClick={onRetry}>
          {t('error.retry')}
        </Button>
        {children}
      </div>
    </section>
  );
}
