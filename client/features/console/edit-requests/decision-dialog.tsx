import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DECISION_DOCUMENT_MAX, proposeDecision } from '#shared/api/console/decisions.ts';
import {
  approveEditRequest,
  PROFILE_LIMITS,
  refuseEditRequest,
  type StaffEditRequest,
} from '#shared/api/cabinet/profile.ts';
import { call } from '#client/lib/api-client.ts';
import { Changes } from '#client/entities/edit-request/changes.tsx';
import { FormDialog } from '#client/ui/form-dialog.tsx';
import { InputField, TextField } from '#client/ui/input-field.tsx';
import { notify } from '#client/ui/toasts.tsx';
import css from './edit-requests.module.css';

/** A number is changed by two persons: one proposes it here. */
export type Decision = 'approve' | 'propose' | 'refuse';

interface DecisionDialogProps {
  request: StaffEditRequest;
  decision: Decision;
  onClose: () => void;
  /** It is decided, or was by somebody else. */
  onChange: () => void;
}

/** One look at what will change; a refusal says why, and the person reads it; a proposal names the paper. */
export function DecisionDialog({ request, decision, onClose, onChange }: DecisionDialogProps) {
  const { t } = useTranslation('edit-requests');
  const [reason, setReason] = useState('');
  const [document, setDocument] = useState('');
  const [tried, setTried] = useState(false);
  const refusing = decision === 'refuse';
  const short = refusing && reason.trim().length < PROFILE_LIMITS.reasonMin;
  const unnamed = decision === 'propose' && document.trim() === '';
  const params = { id: request.id };
  const decide = useMutation({
    mutationFn: async () => {
      if (refusing) await call(refuseEditRequest, { params, body: { reason: reason.trim() } });
      else if (decision === 'approve') await call(approveEditRequest, { params });
      else
        await call(proposeDecision, {
          body: {
            kind: 'correct-number',
            payload: { requestId: request.id },
            reason: `№ ${request.id}. ${request.reason}`,
            document: document.trim(),
          },
        });
    },
    onSuccess: () => {
      notify('success', t(`done.${decision}`));
      onClose();
    },
    onSettled: onChange,
  });
  return (
    <FormDialog
      title={t(`dialog.${decision}`)}
      confirm={t(decision)}
      danger={refusing}
      busy={decide.isPending}
      error={decide.error}
      onSubmit={() => {
        setTried(true);
        if (!short && !unnamed) decide.mutate();
      }}
      onClose={onClose}
    >
      <p>
        <strong>{request.person.name}</strong>
      </p>
      <Changes request={request} />
      <p className={css.reason}>{request.reason}</p>
      {refusing ? (
        <TextField
          label={t('dialog.reason')}
          hint={t('dialog.reasonHint')}
          error={tried && short ? t('dialog.reasonShort', { count: PROFILE_LIMITS.reasonMin }) : null}
          maxLength={PROFILE_LIMITS.reason}
          value={reason}
          data-autofocus
          onChange={(event) => setReason(event.target.value)}
        />
      ) : (
        <p>{t(`dialog.${decision}Text`)}</p>
      )}
      {decision === 'propose' ? (
        <InputField
          label={t('dialog.document')}
          error={tried && unnamed ? t('dialog.documentMissing') : null}
          maxLength={DECISION_DOCUMENT_MAX}
          value={document}
          data-autofocus
          onChange={(event) => setDocument(event.target.value)}
        />
      ) : null}
    </FormDialog>
  );
}
