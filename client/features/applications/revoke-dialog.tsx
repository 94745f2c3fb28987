import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { revokeApplication, type ConsoleApplication } from '#shared/api/user-order.ts';
import { REASON_MAX, REASON_MIN } from '#shared/limits/room-actions.ts';
import { call } from '#client/lib/api-client.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { FormDialog } from '#client/ui/form-dialog.tsx';
import { TextField } from '#client/ui/input-field.tsx';
import { notify } from '#client/ui/toasts.tsx';
import css from './applications.module.css';

interface RevokeDialogProps {
  application: ConsoleApplication;
  onClose: () => void;
  /** Something was done, or found otherwise than shown. */
  onChange: () => void;
}

/** Takes the right to a lot away: who, from what, what becomes of the deposit, and the reason the person reads. */
export function RevokeDialog({ application, onClose, onChange }: RevokeDialogProps) {
  const { t } = useTranslation('applications');
  const localized = useLocalized();
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const { id, number, person, title, lotNumber } = application;
  const short = reason.trim().length < REASON_MIN;
  const revoke = useMutation({
    mutationFn: () => call(revokeApplication, { params: { id }, body: { reason: reason.trim() } }),
    onSuccess: (answer) => {
      if (answer.verdict === 'refused') return;
      notify('success', t(`revoke.done.${answer.deposit === 'held' ? 'held' : 'free'}`, { number }));
      onClose();
    },
    onSettled: onChange,
  });
  const refused = revoke.data?.verdict === 'refused' ? t(`revoke.refused.${revoke.data.reason}`) : null;
  return (
    <FormDialog
      title={t('revoke.title')}
      confirm={t('revoke.do')}
      danger
      busy={revoke.isPending}
      error={refused ?? revoke.error}
      onSubmit={() => {
        setTried(true);
        if (!short) revoke.mutate();
      }}
      onClose={onClose}
    >
      <p>
        <strong>{t('mine.number', { number })}</strong> · {person?.name || person?.id}
        <br />
        {localized(title)} · {t('lots:tile.number', { number: lotNumber })}
      </p>
      <p className={css.muted}>{t('revoke.text')}</p>
      <TextField
        label={t('revoke.reason')}
        hint={t('revoke.reasonHint')}
        error={tried && short ? t('revoke.reasonShort', { count: REASON_MIN }) : null}
        maxLength={REASON_MAX}
        value={reason}
        data-autofocus
        onChange={(event) => setReason(event.target.value)}
      />
    </FormDialog>
  );
}
