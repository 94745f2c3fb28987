import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
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
import { FormDialog } from '#client/ui/form-dialog.tsx';
import { TextField } from '#client/ui/input-field.tsx';
import { notify } from '#client/ui/toasts.tsx';
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
  const [note, setNote] = useState('');
  const [tried, setTried] = useState(false);
  const { id, kind } = proposal;
  const written = note.trim();
  const short = move === 'turn-down' && written.length < BAR_REASON_MIN;
  const decide = useMutation({
    mutationFn: () => send(move, id, written),
    onSuccess: () => {
      notify('success', t(`done.${move}`, { id }));
      onClose();
    },
    // Perhaps decided by another person: the refetched list shows its state.
    onSettled: onChange,
  });
  return (
    <FormDialog
      title={t(`dialog.${move}`, { id })}
      confirm={t(`act.${move}`)}
      danger={move === 'turn-down'}
      busy={decide.isPending}
      error={decide.error}
      onSubmit={() => {
        setTried(true);
        if (!short) decide.mutate();
      }}
      onClose={onClose}
    >
      <ProposalFacts proposal={proposal} />
      <Evidence items={proposal.evidence} />
      <Muted>{move === 'approve' ? t(`dialog.approveText.${kind}`) : t(`dialog.${move}Text`)}</Muted>
      {move === 'withdraw' ? null : (
        <TextField
          label={t(move === 'approve' ? 'note' : 'reason')}
          maxLength={BAR_REASON_MAX}
          error={tried && short ? t('reasonShort', { count: BAR_REASON_MIN }) : null}
          value={note}
          data-autofocus
          onChange={({ target }) => setNote(target.value)}
        />
      )}
    </FormDialog>
  );
}
