import { lazyScreen } from '#client/lib/lazy-screen.ts';
import type { ApplyDialogProps } from './apply-dialog.tsx';
import type { CancelDialogProps } from './cancel-dialog.tsx';

/** Dialogs about applications; each comes with its texts when it is opened. */
export const ApplyDialog = lazyScreen<ApplyDialogProps>(
  () => import('./apply-dialog.tsx'),
  ['applications', 'code-entry'],
);
export const CancelDialog = lazyScreen<CancelDialogProps>(
  () => import('./cancel-dialog.tsx'),
  ['applications', 'code-entry'],
);
