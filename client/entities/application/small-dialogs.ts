export { default as CancelDialog } from './cancel-dialog.tsx';
export { default as OwnBidsDialog } from './own-bids-dialog.tsx';
