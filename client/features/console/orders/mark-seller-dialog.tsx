import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { markAuthorisedSeller } from '#shared/api/console/console-orders.ts';
import { call } from '#client/lib/api-client.ts';
import { TextDialog } from '#client/ui/text-dialog.tsx';
import { ORDER_KEY } from './use-order.ts';

export const SELLERS_KEY = 'authorised-sellers';
const REASON = { min: 3, max: 500 };

export interface Seller {
  id: string;
  name: string;
}

interface MarkSellerDialogProps {
  seller: Seller;
  /** Lets them sell property for state benefit, or ends that. */
  authorised: boolean;
  onClose: () => void;
}

/** Who may sell property for state benefit, with the reason that stays in the record. */
export function MarkSellerDialog({ seller, authorised, onClose }: MarkSellerDialogProps) {
  const { t } = useTranslation('console-orders');
  const queries = useQueryClient();
  const verb = authorised ? 'mark' : 'end';
  const params = { personId: seller.id };
  return (
    <TextDialog
      title={t(`sellers.ask.${verb}`)}
      confirm={t(`sellers.${verb}`)}
      danger={!authorised}
      text={{
        label: t('dialog.reason'),
        limits: REASON,
        short: t('remark.short', { least: REASON.min }),
      }}
      send={(reason) => call(markAuthorisedSeller, { params, body: { authorised, reason } })}
      outcome={() => ({ done: t(`sellers.done.${verb}`, { name: seller.name }) })}
      onSettled={() => {
        void queries.invalidateQueries({ queryKey: [SELLERS_KEY] });
        void queries.invalidateQueries({ queryKey: [ORDER_KEY] });
      }}
      onClose={onClose}
    >
      <p>
        <strong>{seller.name || seller.id}</strong>
      </p>
    </TextDialog>
  );
}
