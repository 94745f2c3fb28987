import { lazyDialog } from '#client/ui/lazy-dialog.tsx';
import type { PurchaseDialogProps } from './purchase-dialog.tsx';

/** Buying units of a lot; comes with its texts when it is opened. */
export const PurchaseDialog = lazyDialog<PurchaseDialogProps>(
  () => import('./purchase-dialog.tsx'),
  ['purchases', 'code-entry'],
);
