import { lazyDialog } from '#client/ui/lazy-dialog.tsx';
import type { ApplyDialogProps } from './apply-dialog.tsx';
import type { CancelDialogProps } from './cancel-dialog.tsx';

/** Dialogs about applications; each comes with its texts when it is opened. */
export const ApplyDialog = lazyDialog<ApplyDialogProps>(
  () => import('./apply-dialog.tsx'),
  ['applications', 'code-entry'],
);
export const CancelDialog = lazyDialog<CancelDialogProps>(
  () => import('./cancel-dialog.tsx'),
  ['applications', 'code-entry'],
);
