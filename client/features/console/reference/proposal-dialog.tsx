import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
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
import { FormDialog } from '#client/ui/form-dialog.tsx';
import { TextField } from '#client/ui/input-field.tsx';
import { notify } from '#client/ui/toasts.tsx';

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
  const [note, setNote] = useState('');
  const [tried, setTried] = useState(false);
  const short = move === 'turn-down' && note.trim().length < REFERENCE_REASON.min;
  const decide = useMutation({
    mutationFn: () => send(move, proposal, note.trim()),
    onSuccess: () => {
      notify('success', t(`done.${move}`));
      onClose();
    },
    // Perhaps decided or changed by another person: what is shown is read once more.
    onSettled: onChange,
  });
  return (
    <FormDialog
      title={t(`dialog.${move}`)}
      confirm={t(`verb.${move}`)}
      danger={move === 'turn-down'}
      busy={decide.isPending}
      error={decide.error}
      onSubmit={() => {
        setTried(true);
        if (!short) decide.mutate();
      }}
      onClose={onClose}
    >
      {children}
      <Muted>{t(`dialog.${move}Text`)}</Muted>
      {move === 'turn-down' ? (
        <TextField
          label={t('reason')}
          maxLength={REFERENCE_REASON.max}
          error={tried && short ? t('reasonShort', { count: REFERENCE_REASON.min }) : null}
          value={note}
          data-autofocus
          onChange={({ target }) => setNote(target.value)}
        />
      ) : null}
    </FormDialog>
  );
}
