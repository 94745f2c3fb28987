import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { askErasure } from '#shared/api/cabinet/erasure.ts';
import { call } from '#client/lib/api-client.ts';
import { ApiError } from '#client/lib/api-error.ts';
import { FormDialog } from '#client/ui/form-dialog.tsx';
import { InputField } from '#client/ui/input-field.tsx';
import { erasureQuery } from './erasure-query.ts';

interface ErasureDialogProps {
  graceDays: number;
  /** The password has to be typed once more first. */
  onAgain: () => void;
  onClose: () => void;
}

/** The last question before the account is deleted: a word is typed, so that no slip asks for it. */
export default function ErasureDialog({ graceDays, onAgain, onClose }: ErasureDialogProps) {
  const { t } = useTranslation('profile');
  const queries = useQueryClient();
  // Of this opening: an answer that was lost is asked for again without a second request.
  const [requestId] = useState(() => crypto.randomUUID());
  const [typed, setTyped] = useState('');
  const word = t('erasure.word');
  const right = typed.trim().toLocaleUpperCase() === word;
  const asking = useMutation({
    mutationFn: () => call(askErasure, { body: { requestId } }),
    onSuccess: (erasure) => {
      queries.setQueryData(erasureQuery.queryKey, erasure);
      onClose();
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'sign-in-again') onAgain();
      else void queries.invalidateQueries(erasureQuery);
    },
  });
  return (
    <FormDialog
      title={t('erasure.dialogTitle')}
      confirm={t('erasure.confirm')}
      danger
      busy={asking.isPending}
      error={asking.error}
      onSubmit={() => asking.mutate()}
      onClose={onClose}
    >
      <p>{graceDays === 0 ? t('erasure.now') : t('erasure.days', { count: graceDays })}</p>
      <InputField
        label={t('erasure.type', { word })}
        problem={!right ? t('erasure.typeIt', { word }) : null}
        value={typed}
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={40}
        data-autofocus
        onChange={({ target }) => setTyped(target.value)}
      />
    </FormDialog>
  );
}
