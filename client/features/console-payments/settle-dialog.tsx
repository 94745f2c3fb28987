import { Button, Modal } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { settleMismatch, type PaymentMismatch } from '#shared/api/payments.ts';
import { call } from '#client/lib/api-client.ts';
import { useErrorText } from '#client/ui/error-state.tsx';
import { Field } from '#client/ui/field.tsx';
import { notify } from '#client/ui/toasts.tsx';
import '#client/ui/overlay-styles.ts';
import css from './console-payments.module.css';

const NOTE_MIN = 3;
const NOTE_MAX = 1_000;

/** What was done about a difference, in words others will read. */
export function SettleDialog({ mismatch, onClose }: { mismatch: PaymentMismatch; onClose: () => void }) {
  const { t } = useTranslation(['console-payments', 'ui']);
  const errorText = useErrorText();
  const queries = useQueryClient();
  const [note, setNote] = useState('');
  const [tried, setTried] = useState(false);
  const settle = useMutation({
    mutationFn: () =>
      call(settleMismatch, { params: { mismatchId: mismatch.id }, body: { note: note.trim() } }),
    onSuccess: () => {
      notify('success', t('settled'));
      onClose();
    },
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: ['console-mismatches'] });
      void queries.invalidateQueries({ queryKey: ['console-payment-rounds'] });
    },
  });
  const short = note.trim().length < NOTE_MIN;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!short) settle.mutate();
  };
  return (
    <Modal opened onClose={onClose} title={t('settleTitle')} centered radius="lg" padding="lg">
      <form className={css.dialog} noValidate onSubmit={submit}>
        <p>{t(`kind.${mismatch.kind}`)}</p>
        <Field label={t('note')} error={tried && short ? t('noteShort') : null} hint={t('noteHint')}>
          {({ id, describedBy, className }) => (
            <textarea
              id={id}
              className={className}
              aria-describedby={describedBy}
              rows={4}
              maxLength={NOTE_MAX}
              value={note}
              data-autofocus
              onChange={(event) => setNote(event.target.value)}
            />
          )}
        </Field>
        {settle.error ? (
          <p className={css.failed} role="alert">
            {errorText(settle.error)}
          </p>
        ) : null}
        <div className={css.dialogActions}>
          <Button variant="default" size="md" onClick={onClose}>
            {t('ui:action.cancel')}
          </Button>
          <Button type="submit" size="md" loading={settle.isPending}>
            {t('settle')}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
