import { lazyDialog } from '#client/ui/lazy-dialog.tsx';
import type { ApplyDialogProps } from './apply-dialog.tsx';
import type { CancelDialogProps } from './cancel-dialog.tsx';
import type { OwnBidsDialogProps } from './own-bids-dialog.tsx';

/** The first page names every file that a screen may load: two small ones are one. */
const smallDialogs = () => import('./small-dialogs.ts');

/** Dialogs about applications; each comes with its texts when it is opened. */
export const ApplyDialog = lazyDialog<ApplyDialogProps>(
  () => import('./apply-dialog.tsx'),
  ['applications', 'code-entry'],
);
export const CancelDialog = lazyDialog<CancelDialogProps>(
  async () => ({ default: (await smallDialogs()).CancelDialog }),
  ['applications', 'code-entry'],
);
export const OwnBidsDialog = lazyDialog<OwnBidsDialogProps>(
  async () => ({ default: (await smallDialogs()).OwnBidsDialog }),
  ['applications'],
);
