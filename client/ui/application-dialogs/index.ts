import { lazyScreen } from '#client/lib/lazy-screen.ts';
import type { ApplyDialogProps } from './apply-dialog.tsx';
import type { CancelDialogProps } from './cancel-dialog.tsx';

const TEXTS = ['applications', 'code-entry'];

/** Dialogs about applications; each comes with its texts when it is opened. */
export const ApplyDialog = lazyScreen<ApplyDialogProps>(() => import('./apply-dialog.tsx'), TEXTS);
export const CancelDialog = lazyScreen<CancelDialogProps>(() => import('./cancel-dialog.tsx'), TEXTS);
