import { useTranslation } from 'react-i18next';
import { ErrorState } from './error-state.tsx';
import { FailedPart } from './failed-part.tsx';
import { Skeleton } from './skeleton.tsx';
import css from './not-read.module.css';

interface LoadingProps {
  /** Of what will be there, px: nothing jumps when it comes. */
  height: number;
}

/** A part of the console that is under way: a grey place of its size, which says so in words when it takes long. */
export function Loading({ height }: LoadingProps) {
  const { t } = useTranslation('staff');
  return (
    <div className={css.loading} role="status" aria-busy="true">
      <Skeleton height={height} radius={12} />
      <span>{t('loading')}</span>
    </div>
  );
}

interface NotReadProps extends LoadingProps {
  error: unknown;
  onRetry: () => void;
  /** It is the whole page: the failure's title is the page's h1. */
  page?: boolean;
  /** The name of a part of a page: its failure takes one line. */
  part?: string;
}

/** In the place of what was not read yet: that it is under way, or why it failed, with a retry. */
export function NotRead({ error, onRetry, height, page = false, part }: NotReadProps) {
  if (!error) return <Loading height={height} />;
  if (part !== undefined) return <FailedPart name={part} error={error} onRetry={onRetry} />;
  return <ErrorState page={page} error={error} onRetry={onRetry} />;
}
