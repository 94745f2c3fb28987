import { type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import {
  approveReferenceProposal,
  REFERENCE_REASON,
  turnDownReferenceProposal,
  withdrawReferenceProposal,
  type ReferenceMove,
  type ReferenceProposal,
} from '#shared/api/console/reference-proposals.ts';
import { call } from '#client/lib/api-client.ts';
import { Muted } from '#client/ui/dialog-parts.tsx';
import { TextDialog } from '#client/ui/text-dialog.tsx';

export type Decision = Exclude<ReferenceMove, 'change'>;

function send(move: Decision, { id, version }: ReferenceProposal, note: string) {
  const params = { proposalId: id };
  switch (move) {
    case 'approve':
      return call(approveReferenceProposal, { params, body: { version } });
    case 'turn-down':
      return call(turnDownReferenceProposal, { params, body: { version, note } });
    case 'withdraw':
      return call(withdrawReferenceProposal, { params, body: {} });
  }
}

interface ProposalDialogProps {
  proposal: ReferenceProposal;
  move: Decision;
  onClose: () => void;
  onChange: () => void;
  children: ReactNode;
}

/** One decision about a proposal. */
export function ProposalDialog({ proposal, move, onClose, onChange, children }: ProposalDialogProps) {
  const { t } = useTranslation('console-reference');
  return (
    <TextDialog
      title={t(`dialog.${move}`)}
      confirm={t(`verb.${move}`)}
      danger={move === 'turn-down'}
      text={
        move === 'turn-down'
          ? {
              label: t('reason'),
              limits: REFERENCE_REASON,
              short: t('reasonShort', { count: REFERENCE_REASON.min }),
            }
          : null
      }
      send={(note) => send(move, proposal, note)}
      outcome={() => ({ done: t(`done.${move}`) })}
      // Perhaps decided or changed by another person: what is shown is read once more.
      onSettled={onChange}
      onClose={onClose}
    >
      {children}
      <Muted>{t(`dialog.${move}Text`)}</Muted>
    </TextDialog>
  );
}
