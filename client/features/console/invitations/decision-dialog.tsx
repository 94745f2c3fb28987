import { useTranslation } from 'react-i18next';
import { ACCOUNT_REASON } from '#shared/api/console/console-accounts.ts';
import {
  approveInvitation,
  refuseInvitation,
  revokeInvitation,
  type StaffInvitation,
} from '#shared/api/console/console-invitations.ts';
import { call } from '#client/lib/api-client.ts';
import { TextDialog } from '#client/ui/text-dialog.tsx';

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
  const needsReason = verdict !== 'approve';
  const params = { invitationId: invitation.id };
  return (
    <TextDialog
      title={t(`act.${verdict}`)}
      confirm={t(`act.${verdict}`)}
      danger={needsReason}
      text={
        needsReason
          ? { label: t('reason'), limits: ACCOUNT_REASON, short: t('short', { count: ACCOUNT_REASON.min }) }
          : null
      }
      send={(reason) => {
        if (verdict === 'approve') return call(approveInvitation, { params, body: {} });
        return call(verdict === 'refuse' ? refuseInvitation : revokeInvitation, { params, body: { reason } });
      }}
      outcome={() => ({ done: t(`done.${verdict}`) })}
      // Perhaps decided by somebody else meanwhile: the list is read once more.
      onSettled={onChange}
      onClose={onClose}
    >
      <p>
        <strong>{invitation.name}</strong>, {invitation.roles.map((role) => t(`role.${role}`)).join(', ')}
      </p>
      <p>{t(`text.${verdict}`)}</p>
    </TextDialog>
  );
}
