import { useQueryClient } from '@tanstack/react-query';
import { Component, useEffect, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useTranslation } from 'react-i18next';
import { paths } from '#client/lib/paths.ts';
import { ErrorState } from '#client/ui/error-state.tsx';
import css from './screen-frame.module.css';

/** A screen that failed is rendered again after this time, then after twice as long each time. */
const AGAIN_MS = 15_000;
const SLOWEST_MS = 240_000;

interface Failure {
  error: unknown;
}

/**
 * A screen that could not be loaded or drawn: says so, offers a way on, and tries again by itself with refetched answers;
 * the rest of the page keeps working.
 */
export class ScreenErrorBoundary extends Component<{ children: ReactNode }, { failure: Failure | null }> {
  override state: { failure: Failure | null } = { failure: null };
  private failures = 0;

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } };
  }

  override componentDidCatch() {
    this.failures += 1;
  }

  override render() {
    if (!this.state.failure) return this.props.children;
    return (
      <Failed
        error={this.state.failure.error}
        againAfterMs={Math.min(SLOWEST_MS, AGAIN_MS * 2 ** this.failures)}
        onAgain={() => this.setState({ failure: null })}
      />
    );
  }
}

interface FailedProps extends Failure {
  againAfterMs: number;
  onAgain: () => void;
}

function Failed({ error, againAfterMs, onAgain }: FailedProps) {
  const { t } = useTranslation('ui');
  const queries = useQueryClient();
  useEffect(() => {
    const timer = setTimeout(() => {
      // What could not be rendered is dropped.
      queries.removeQueries({ type: 'inactive' });
      onAgain();
    }, againAfterMs);
    return () => clearTimeout(timer);
    // Of one failure: the time is set once.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [error]);
  return (
    <div className={css.failed}>
      {/* A chunk that failed stays failed for this page load, so a press loads the page again. */}
      <ErrorState error={error} title={t('error.screen')} onRetry={() => window.location.reload()}>
        <Link to={paths.home()}>{t('action.home')}</Link>
      </ErrorState>
    </div>
  );
}
