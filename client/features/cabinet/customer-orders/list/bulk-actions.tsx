import { Copy, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { OrderRow } from '#shared/api/cabinet/orders.ts';
import { Button } from '#client/ui/button.tsx';
import { notify } from '#client/ui/toasts.tsx';
import type { DialogAction } from '../actions/offered-actions.ts';
import css from '../customer-orders.module.css';

interface BulkActionsProps {
  /** The chosen ones of the page. */
  orders: readonly OrderRow[];
  onAct: (action: DialogAction, orders: readonly OrderRow[]) => void;
}

/** What can be done with several orders at once. */
export function BulkActions({ orders, onAct }: BulkActionsProps) {
  const { t } = useTranslation('customer-orders');
  const press = (action: 'duplicate' | 'delete') => {
    if (orders.length === 0) notify('warning', t('bulk.chooseRow'));
    else onAct(action, orders);
  };
  return (
    <div className={css.bulk} data-chosen={orders.length > 0} role="group" aria-label={t('bulk.label')}>
      <span aria-live="polite">{t('bulk.chosen', { count: orders.length })}</span>
      <Button
        variant="default"
        leftSection={<Copy size={16} aria-hidden />}
        onClick={() => press('duplicate')}
      >
        {t('action.duplicate')}
      </Button>
      <Button
        variant="default"
        leftSection={<Trash2 size={16} aria-hidden />}
        onClick={() => press('delete')}
      >
        {t('action.delete')}
      </Button>
    </div>
  );
}
