import { Button, Modal } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import {
  approveEditRequest,
  PROFILE_LIMITS,
  refuseEditRequest,
  type StaffEditRequest,
} from '#shared/api/profile.ts';
import { call } from '#client/lib/api-client.ts';
import { useErrorText } from '#client/ui/error-state.tsx';
import { Field } from '#client/ui/field.tsx';
import { notify } from '#client/ui/toasts.tsx';
import '#client/ui/overlay-styles.ts';
import { RequestedChanges } from './requested-changes.tsx';
import css from './edit-requests.module.css';

export type Decision = 'approve' | 'refuse';

interface DecisionDialogProps {
  request: StaffEditRequest;
  decision: Decision;
  onClose: () => void;
}

/** One look at what will change; a refusal says why, and the person reads it. */
export function DecisionDialog({ request, decision, onClose }: DecisionDialogProps) {
  const { t } = useTranslation('edit-requests');
  const errorText = useErrorText();
  const queries = useQueryClient();
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const refusing = decision === 'refuse';
  const short = refusing && reason.trim().length < PROFILE_LIMITS.reasonMin;
  const params = { id: request.id };
  const decide = useMutation({
    mutationFn: () =>
      refusing
        ? call(refuseEditRequest, { params, body: { reason: reason.trim() } })
        : call(approveEditRequest, { params }),
    onSuccess: () => {
      notify('success', t(`done.${decision}`));
      onClose();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['console-edit-requests'] }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!short) decide.mutate();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(`dialog.${decision}`)}
      centered
      radius="lg"
      padding="lg"
      closeButtonProps={{ 'aria-label': t('ui:action.close') }}
    >
      <form className={css.form} onSubmit={submit} noValidate>
        <p>
          <strong>{request.person.name}</strong>
        </p>
        <RequestedChanges request={request} />
        <p className={css.reason}>{request.reason}</p>
        {refusing ? (
          <Field
            label={t('dialog.reason')}
            hint={t('dialog.reasonHint')}
            error={tried && short ? t('dialog.reasonShort', { count: PROFILE_LIMITS.reasonMin }) : null}
          >
            {({ id, className, describedBy }) => (
              <textarea
                id={id}
                className={className}
                aria-describedby={describedBy}
                aria-invalid={tried && short}
                rows={3}
                maxLength={PROFILE_LIMITS.reason}
                value={reason}
                data-autofocus
                onChange={(event) => setReason(event.target.value)}
              />
            )}
          </Field>
        ) : (
          <p>{t('dialog.approveText')}</p>
        )}
        {decide.error ? (
          <p className={css.failed} role="alert">
            {errorText(decide.error)}
          </p>
        ) : null}
        <div className={css.actions}>
          <Button variant="default" size="md" onClick={onClose}>
            {t('ui:action.cancel')}
          </Button>
          <Button
            type="submit"
            size="md"
            loading={decide.isPending}
            {...(refusing ? { color: 'red.8' } : {})}
          >
            {t(decision)}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
