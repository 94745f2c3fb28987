import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ACCOUNT_LIMITS } from '#shared/api/console/console-accounts.ts';
import {
  approveInvitation,
  refuseInvitation,
  revokeInvitation,
  type StaffInvitation,
} from '#shared/api/console/console-invitations.ts';
import { call } from '#client/lib/api-client.ts';
import { FormDialog } from '#client/ui/form-dialog.tsx';
import { TextField } from '#client/ui/input-field.tsx';
import { notify } from '#client/ui/toasts.tsx';

export type InvitationVerdict = StaffInvitation['may'][number];

interface DecisionDialogProps {
  invitation: StaffInvitation;
  verdict: InvitationVerdict;
  onClose: () => void;
  onChange: () => void;
}

/** A second administrator approves an invitation, or one of them ends it with a reason. */
export function DecisionDialog({ invitation, verdict, onClose, onChange }: DecisionDialogProps) {
  const { t } = useTranslation('console-invitations');
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const needsReason = verdict !== 'approve';
  const short = needsReason && reason.trim().length < ACCOUNT_LIMITS.reasonMin;
  const params = { invitationId: invitation.id };
  const decide = useMutation({
    mutationFn: () => {
      if (verdict === 'approve') return call(approveInvitation, { params, body: {} });
      const contract = verdict === 'refuse' ? refuseInvitation : revokeInvitation;
      return call(contract, { params, body: { reason: reason.trim() } });
    },
    onSuccess: () => {
      notify('success', t(`done.${verdict}`));
      onClose();
    },
    // Perhaps decided by somebody else meanwhile: the list is read once more.
    onSettled: onChange,
  });
  return (
    <FormDialog
      title={t(`act.${verdict}`)}
      confirm={t(`act.${verdict}`)}
      danger={needsReason}
      busy={decide.isPending}
      error={decide.error}
      onSubmit={() => {
        setTried(true);
        if (!short) decide.mutate();
      }}
      onClose={onClose}
    >
      <p>
        <strong>{invitation.name}</strong>, {invitation.roles.map((role) => t(`role.${role}`)).join(', ')}
      </p>
      <p>{t(`text.${verdict}`)}</p>
      {needsReason ? (
        <TextField
          label={t('reason')}
          error={tried && short ? t('short', { count: ACCOUNT_LIMITS.reasonMin }) : null}
          maxLength={ACCOUNT_LIMITS.reason}
          value={reason}
          data-autofocus
          onChange={(event) => setReason(event.target.value)}
        />
      ) : null}
    </FormDialog>
  );
}
