import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { disputeHandOver } from '#shared/api/cabinet/hand-overs.ts';
import { DISPUTE_MAX, DISPUTE_MIN } from '#shared/lifecycles/hand-over.ts';
import { Attachments } from '#client/entities/file/attachments.tsx';
import { useUploads } from '#client/entities/file/uploads.ts';
import { useRefreshSales } from '#client/entities/sale/sale-queries.ts';
import { call } from '#client/lib/api-client.ts';
import { FormDialog } from '#client/ui/form-dialog.tsx';
import { TextField } from '#client/ui/input-field.tsx';
import { notify } from '#client/ui/toasts.tsx';

import type { saleNamed } from './sale-named.ts';

interface DisputeDialogProps {
  sale: ReturnType<typeof saleNamed>;
  handOverId: number;
  onClose: () => void;
}

/** What is wrong with the property or its hand-over, with files; staff settles it. */
export function DisputeDialog({ sale, handOverId, onClose }: DisputeDialogProps) {
  const { t } = useTranslation('winlots');
  const refresh = useRefreshSales();
  const place = { owner: 'hand-over', ownerId: handOverId } as const;
  const { pending } = useUploads(place);
  const [text, setText] = useState('');
  const written = text.trim();
  const problem =
    written.length < DISPUTE_MIN
      ? t('dispute.short', { count: DISPUTE_MIN })
      : pending.some(({ state }) => state !== 'failed')
        ? t('dispute.uploading')
        : null;
  const dispute = useMutation({
    mutationFn: () => call(disputeHandOver, { body: { ...sale, text: written } }),
    onSuccess: (answer) => {
      if (answer.verdict === 'disputed') notify('success', t('dispute.done'));
      else notify('warning', t(`handOver.over.${answer.state}`));
      onClose();
    },
    onSettled: refresh,
  });
  return (
    <FormDialog
      title={t('dispute.title')}
      confirm={t('dispute.send')}
      danger
      busy={dispute.isPending}
      error={dispute.error}
      onSubmit={() => dispute.mutate()}
      onClose={onClose}
    >
      <p>{t('dispute.lead')}</p>
      <TextField
        label={t('dispute.text')}
        problem={problem}
        maxLength={DISPUTE_MAX}
        value={text}
        data-autofocus
        onChange={({ target }) => setText(target.value)}
      />
      <Attachments place={place} />
    </FormDialog>
  );
}
