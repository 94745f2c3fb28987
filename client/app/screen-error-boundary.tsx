import { Component, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useTranslation } from 'react-i18next';
import { paths } from '#client/lib/paths.ts';
import { ErrorState } from '#client/ui/error-state.tsx';
import css from './screen-frame.module.css';

interface Failure {
  error: unknown;
}

/** A screen that could not be loaded or drawn: says so and offers a way on; the rest of the page keeps working. */
export class ScreenErrorBoundary extends Component<{ children: ReactNode }, { failure: Failure | null }> {
  override state: { failure: Failure | null } = { failure: null };

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } };
  }

  override render() {
    if (!this.state.failure) return this.props.children;
    return <Failed error={this.state.failure.error} />;
  }
}

function Failed({ error }: Failure) {
  const { t } = useTranslation('ui');
  return (
    <div className={css.failed}>
      {/* A chunk that failed stays failed for this page load, so trying again means loading the page again. */}
      <ErrorState error={error} title={t('error.screen')} onRetry={() => window.location.reload()}>
        <Link to={paths.home()}>{t('action.home')}</Link>
      </ErrorState>
    </div>
  );
}
