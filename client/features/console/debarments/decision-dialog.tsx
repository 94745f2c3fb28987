import { useTranslation } from 'react-i18next';
import {
  approveBarProposal,
  turnDownBarProposal,
  withdrawBarProposal,
  type DebarmentProposal,
  type BarProposalMove,
} from '#shared/api/console/console-debarments.ts';
import { BAR_REASON_MAX, BAR_REASON_MIN } from '#shared/limits/debarments.ts';
import { call } from '#client/lib/api-client.ts';
import { Muted } from '#client/ui/dialog-parts.tsx';
import { TextDialog } from '#client/ui/text-dialog.tsx';
import { Evidence } from './evidence.tsx';
import { ProposalFacts } from './proposal-facts.tsx';

type Decision = Exclude<BarProposalMove, 'submit'>;

function send(move: Decision, proposalId: number, note: string): Promise<DebarmentProposal> {
  const params = { proposalId };
  switch (move) {
    case 'approve':
      return call(approveBarProposal, { params, body: note ? { note } : {} });
    case 'turn-down':
      return call(turnDownBarProposal, { params, body: { note } });
    case 'withdraw':
      return call(withdrawBarProposal, { params, body: {} });
  }
}

interface DecisionDialogProps {
  proposal: DebarmentProposal;
  move: Decision;
  onClose: () => void;
  onChange: () => void;
}

/** One decision about a proposal: what it is about, its evidence, and the words it needs. */
export function DecisionDialog({ proposal, move, onClose, onChange }: DecisionDialogProps) {
  const { t } = useTranslation('console-bars');
  const { id, kind } = proposal;
  const text = {
    label: t(move === 'approve' ? 'note' : 'reason'),
    limits: { min: move === 'approve' ? 0 : BAR_REASON_MIN, max: BAR_REASON_MAX },
    short: t('reasonShort', { count: BAR_REASON_MIN }),
  };
  return (
    <TextDialog
      title={t(`dialog.${move}`, { id })}
      confirm={t(`act.${move}`)}
      danger={move === 'turn-down'}
      text={move === 'withdraw' ? null : text}
      send={(note) => send(move, id, note)}
      outcome={() => ({ done: t(`done.${move}`, { id }) })}
      // Perhaps decided by another person: the refetched list shows its state.
      onSettled={onChange}
      onClose={onClose}
    >
      <ProposalFacts proposal={proposal} />
      <Evidence items={proposal.evidence} />
      <Muted>{move === 'approve' ? t(`dialog.approveText.${kind}`) : t(`dialog.${move}Text`)}</Muted>
    </TextDialog>
  );
}
