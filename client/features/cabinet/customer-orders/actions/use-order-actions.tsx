import { useState, type ReactNode } from 'react';
import type { OrderRow } from '#shared/api/cabinet/orders.ts';
import { ActDialog } from './act-dialog.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { DuplicateDialog } from './duplicate-dialog.tsx';
import type { DialogAction } from './offered-actions.ts';
import { OrderActions } from './order-actions.tsx';

type Opened =
  | { dialog: 'choice'; orders: [OrderRow] }
  | { dialog: DialogAction; orders: readonly OrderRow[] };

interface OrderActionsOpened {
  /** Opens the list of what can be done with an order now. */
  open: (order: OrderRow) => void;
  /** Asks about one action on some orders. */
  act: (action: DialogAction, orders: readonly OrderRow[]) => void;
  /** To be drawn once on the page. */
  dialog: ReactNode;
}

/** The actions on orders with their dialogs. */
export function useOrderActions({ onDone }: { onDone: (action: DialogAction) => void }): OrderActionsOpened {
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  const act = (action: DialogAction, orders: readonly OrderRow[]) => setOpened({ dialog: action, orders });
  const open = (order: OrderRow) => setOpened({ dialog: 'choice', orders: [order] });
  return { open, act, dialog: opened ? dialogOf(opened, { close, act, onDone }) : null };
}

interface Handlers {
  close: () => void;
  act: (action: DialogAction, orders: readonly OrderRow[]) => void;
  onDone: (action: DialogAction) => void;
}

function dialogOf({ dialog, orders }: Opened, { close, act, onDone }: Handlers): ReactNode {
  const [first] = orders;
  if (!first) return null;
  switch (dialog) {
    case 'choice':
      return <OrderActions order={first} onChoose={(action) => act(action, orders)} onClose={close} />;
    case 'duplicate':
      return <DuplicateDialog orders={orders} onDone={() => onDone(dialog)} onClose={close} />;
    case 'delete':
      return <DeleteDialog orders={orders} onDone={() => onDone(dialog)} onClose={close} />;
    default:
      return <ActDialog order={first} action={dialog} onDone={() => onDone(dialog)} onClose={close} />;
  }
}
