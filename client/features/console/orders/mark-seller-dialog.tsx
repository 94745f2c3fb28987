import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { markAuthorisedSeller } from '#shared/api/console/console-orders.ts';
import { call } from '#client/lib/api-client.ts';
import { FormDialog } from '#client/ui/form-dialog.tsx';
import { TextField } from '#client/ui/input-field.tsx';
import { notify } from '#client/ui/toasts.tsx';
import { ORDER_KEY } from './use-order.ts';

export const SELLERS_KEY = 'authorised-sellers';
const REASON_MIN = 3;
const REASON_MAX = 500;

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
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const short = reason.trim().length < REASON_MIN;
  const verb = authorised ? 'mark' : 'end';
  const mark = useMutation({
    mutationFn: () =>
      call(markAuthorisedSeller, {
        params: { personId: seller.id },
        body: { authorised, reason: reason.trim() },
      }),
    onSuccess: () => {
      notify('success', t(`sellers.done.${verb}`, { name: seller.name }));
      onClose();
    },
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: [SELLERS_KEY] }),
        queries.invalidateQueries({ queryKey: [ORDER_KEY] }),
      ]),
  });
  return (
    <FormDialog
      title={t(`sellers.ask.${verb}`)}
      confirm={t(`sellers.${verb}`)}
      danger={!authorised}
      busy={mark.isPending}
      error={mark.error}
      onSubmit={() => {
        setTried(true);
        if (!short) mark.mutate();
      }}
      onClose={onClose}
    >
      <p>
        <strong>{seller.name || seller.id}</strong>
      </p>
      <TextField
        label={t('dialog.reason')}
        error={tried && short ? t('remark.short', { least: REASON_MIN }) : null}
        maxLength={REASON_MAX}
        value={reason}
        data-autofocus
        onChange={({ target }) => setReason(target.value)}
      />
    </FormDialog>
  );
}
