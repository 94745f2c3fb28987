import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { removePayoutAccount, removePayoutCard } from '#shared/api/cabinet/refunds.ts';
import { call } from '#client/lib/api-client.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { useErrorText } from '#client/ui/error-state.tsx';
import { notify } from '#client/ui/toasts.tsx';
import css from './refunding.module.css';

interface RemoveDestinationProps {
  kind: 'account' | 'card';
  id: number;
  title: string;
  detail: string;
}

/** Removes a stored account or card, after asking. */
export function RemoveDestination({ kind, id, title, detail }: RemoveDestinationProps) {
  const { t } = useTranslation('refunding');
  const errorText = useErrorText();
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const remove = useMutation({
    mutationFn: () =>
      call(kind === 'card' ? removePayoutCard : removePayoutAccount, { params: { destinationId: id } }),
    onSuccess: () => notify('success', t('place.removed')),
    // Gone already, or no network: the refetched list shows which.
    onError: (error) => notify('error', errorText(error)),
    onSettled: () => {
      setAsking(false);
      void queries.invalidateQueries({ queryKey: [kind === 'card' ? 'payout-cards' : 'payout-accounts'] });
    },
  });
  const name = `${title}, ${detail}`;
  return (
    <>
      <button
        type="button"
        className={css.remove}
        aria-label={`${t('place.remove')}: ${name}`}
        onClick={() => setAsking(true)}
      >
        <Trash2 size={20} aria-hidden />
      </button>
      <ConfirmDialog
        opened={asking}
        title={t('place.removeTitle')}
        confirm={t('place.remove')}
        cancel={t('keep')}
        danger
        busy={remove.isPending}
        onConfirm={() => remove.mutate()}
        onCancel={() => setAsking(false)}
      >
        {t('place.removeText', { name })}
      </ConfirmDialog>
    </>
  );
}
