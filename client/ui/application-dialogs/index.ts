import { openedPart } from '../opened-part.tsx';
import type { ApplyDialogProps } from './apply-dialog.tsx';
import type { CancelDialogProps } from './cancel-dialog.tsx';

/** Dialogs about applications; each comes with its texts when it is opened. */
export const ApplyDialog = openedPart<ApplyDialogProps>(
  () => import('./apply-dialog.tsx'),
  ['applications', 'code-entry'],
);
export const CancelDialog = openedPart<CancelDialogProps>(
  () => import('./cancel-dialog.tsx'),
  ['applications', 'code-entry'],
);
