import {
  Ban,
  CircleCheck,
  CircleStop,
  Copy,
  Eye,
  FilePenLine,
  PackageX,
  Repeat,
  Send,
  Trash2,
  Undo2,
  type LucideIcon,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { OrderRow } from '#shared/api/cabinet/orders.ts';
import { paths } from '#client/lib/paths.ts';
import { Dialog } from '#client/ui/dialog.tsx';
import { useOrderTitle } from '#client/entities/order/use-order-title.ts';
import { offeredActions, type DialogAction, type OfferedAction } from './offered-actions.ts';
import css from './actions.module.css';

const ICONS: Record<OfferedAction, LucideIcon> = {
  send: Send,
  'take-back': Undo2,
  edit: FilePenLine,
  cancel: Ban,
  duplicate: Copy,
  'withdraw-from-trade': PackageX,
  close: CircleCheck,
  repeat: Repeat,
  'stop-repeats': CircleStop,
  delete: Trash2,
};

interface OrderActionsProps {
  order: OrderRow;
  onChoose: (action: DialogAction) => void;
  onClose: () => void;
}

/** Everything that can be done with an order now, each with what it means. */
export function OrderActions({ order, onChoose, onClose }: OrderActionsProps) {
  const { t } = useTranslation('customer-orders');
  const titleOf = useOrderTitle();
  return (
    <Dialog title={titleOf(order)} onClose={onClose}>
      <ul className={css.actions}>
        {offeredActions(order.status).map((action) => {
          const words = (
            <Words icon={ICONS[action]} name={t(`action.${action}`)} hint={t(`actionHint.${action}`)} />
          );
          return (
            <li key={action}>
              {action === 'edit' || action === 'send' ? (
                <Link to={paths.orderCreate(order.id, action === 'send' ? 'check' : undefined)}>{words}</Link>
              ) : (
                <button
                  type="button"
                  data-danger={action === 'delete' || action === 'withdraw-from-trade'}
                  onClick={() => onChoose(action)}
                >
                  {words}
                </button>
              )}
            </li>
          );
        })}
        <li>
          <Link to={paths.orderPreview(order.id)}>
            <Words icon={Eye} name={t('action.preview')} hint={t('actionHint.preview')} />
          </Link>
        </li>
      </ul>
    </Dialog>
  );
}

function Words({ icon: Icon, name, hint }: { icon: LucideIcon; name: string; hint: string }) {
  return (
    <>
      <Icon size={22} strokeWidth={1.75} aria-hidden />
      <span>
        <strong>{name}</strong>
        <small>{hint}</small>
      </span>
    </>
  );
}
