import { Component, type ReactNode } from 'react';
import { i18n } from '#client/i18n/i18n.ts';
import { notify } from './toasts.tsx';

interface PartBoundaryProps {
  children: ReactNode;
  /** Replaces what failed; nothing by default. */
  instead?: ReactNode;
  /** Called after the message is shown. */
  onFailure?: () => void;
}

/** A dialog, drawer or part that could not be loaded is left out and said; the page around it keeps working. */
export class PartBoundary extends Component<PartBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch() {
    // Not retried by itself: a chunk was asked for twice by now. The person may open the part again.
    notify('error', i18n.t('error.part', { ns: 'ui' }));
    this.props.onFailure?.();
  }

  override render() {
    return this.state.failed ? this.props.instead : this.props.children;
  }
}
