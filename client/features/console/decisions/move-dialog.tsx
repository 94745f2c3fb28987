import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  DECISION_REASON,
  decide,
  turnDownDecision,
  withdrawDecision,
  type Decision,
  type DecisionMove,
} from '#shared/api/console/decisions.ts';
import { call } from '#client/lib/api-client.ts';
import { FactBox, Muted } from '#client/ui/dialog-parts.tsx';
import { FormDialog } from '#client/ui/form-dialog.tsx';
import { TextField } from '#client/ui/input-field.tsx';
import { notify } from '#client/ui/toasts.tsx';
import { DecisionFacts } from './decision-facts.tsx';

function send(move: DecisionMove, { id }: Decision, note: string) {
  const params = { decisionId: id };
  switch (move) {
    case 'decide':
      return call(decide, { params, body: {} });
    case 'turn-down':
      return call(turnDownDecision, { params, body: { note } });
    case 'withdraw':
      return call(withdrawDecision, { params, body: {} });
  }
}

interface MoveDialogProps {
  decision: Decision;
  move: DecisionMove;
  onClose: () => void;
  onChange: () => void;
}

/** What a member of staff does about a decision, with what it would do. */
export function MoveDialog({ decision, move, onClose, onChange }: MoveDialogProps) {
  const { t } = useTranslation('console-decisions');
  const [note, setNote] = useState('');
  const [tried, setTried] = useState(false);
  const { id: number, kind, facts, reason, document } = decision;
  const short = move === 'turn-down' && note.trim().length < DECISION_REASON.min;
  const sending = useMutation({
    mutationFn: () => send(move, decision, note.trim()),
    onSuccess: () => {
      notify('success', t(`done.${move}`, { number }));
      onClose();
    },
    // Perhaps decided by another person meanwhile: the refetched list shows its state.
    onSettled: onChange,
  });
  return (
    <FormDialog
      title={t(`dialog.${move}`, { number })}
      confirm={t(`act.${move}`)}
      danger={move === 'decide'}
      busy={sending.isPending}
      error={sending.error}
      onSubmit={() => {
        setTried(true);
        if (!short) sending.mutate();
      }}
      onClose={onClose}
    >
      <Muted>{t(`dialog.${move}Text`)}</Muted>
      <FactBox>
        <strong>{t(`kind.${kind}`)}</strong>
        <DecisionFacts facts={facts} />
        <q>{reason}</q>
        {document === null ? null : (
          <small>
            {t('document')}: {document}
          </small>
        )}
      </FactBox>
      {move === 'turn-down' ? (
        <TextField
          label={t('dialog.note')}
          maxLength={DECISION_REASON.max}
          value={note}
          error={tried && short ? t('dialog.short') : null}
          data-autofocus
          onChange={({ target }) => setNote(target.value)}
        />
      ) : null}
    </FormDialog>
  );
}
