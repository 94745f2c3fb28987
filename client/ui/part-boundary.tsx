import { Component, type ReactNode } from 'react';
import { i18n } from '#client/i18n/i18n.ts';
import { notify } from './toasts.tsx';

/** A dialog or drawer that could not be loaded is left out and said; the page around it keeps working. */
export class PartBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch() {
    // Not retried: a chunk that failed twice stays failed for this page load.
    notify('error', i18n.t('error.part', { ns: 'ui' }));
  }

  override render() {
    return this.state.failed ? null : this.props.children;
  }
}
