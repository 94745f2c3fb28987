import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  approveResultCancellation,
  dropResultCancellation,
  proposeResultCancellation,
  turnDownResultCancellation,
  type CancellationMove,
  type StaffResultCancellation,
} from '#shared/api/console/result-cancellations.ts';
import { call } from '#client/lib/api-client.ts';
import { FactBox, Muted } from '#client/ui/dialog-parts.tsx';
import { FormDialog } from '#client/ui/form-dialog.tsx';
import { TextField } from '#client/ui/input-field.tsx';
import { notify } from '#client/ui/toasts.tsx';
import { Sums } from './sums.tsx';

const NOTE_MIN = 3;
const NOTE_MAX = 500;

type Move = Exclude<CancellationMove, 'documents'>;

function send(move: Move, { id, returnsTiyin, owedTiyin }: StaffResultCancellation, note: string) {
  const params = { cancellationId: id };
  switch (move) {
    case 'propose':
      return call(proposeResultCancellation, { params, body: {} });
    case 'approve':
      return call(approveResultCancellation, { params, body: { returnsTiyin, owedTiyin } });
    case 'turn-down':
      return call(turnDownResultCancellation, { params, body: { note } });
    case 'drop':
      return call(dropResultCancellation, { params, body: {} });
  }
}

interface MoveDialogProps {
  cancellation: StaffResultCancellation;
  move: Move;
  onClose: () => void;
  onChange: () => void;
}

/** One decision about a cancellation, with what it does. */
export function MoveDialog({ cancellation, move, onClose, onChange }: MoveDialogProps) {
  const { t } = useTranslation('console-result-cancellations');
  const [note, setNote] = useState('');
  const [tried, setTried] = useState(false);
  const { lotId: number, reason, kind } = cancellation;
  const isDefault = kind === 'default';
  const short = move === 'turn-down' && note.trim().length < NOTE_MIN;
  const decide = useMutation({
    mutationFn: () => send(move, cancellation, note.trim()),
    onSuccess: () => {
      notify('success', t(isDefault && move === 'approve' ? 'done.end' : `done.${move}`, { number }));
      onClose();
    },
    // Perhaps decided by another person meanwhile: the refetched list shows its state.
    onSettled: onChange,
  });
  return (
    <FormDialog
      title={t(isDefault && move === 'approve' ? 'dialog.approveDefault' : `dialog.${move}`, { number })}
      confirm={t(isDefault && move === 'approve' ? 'act.end' : `act.${move}`)}
      danger={move === 'approve'}
      busy={decide.isPending}
      error={decide.error}
      onSubmit={() => {
        setTried(true);
        if (!short) decide.mutate();
      }}
      onClose={onClose}
    >
      <Muted>{t(isDefault && move === 'approve' ? 'dialog.approveDefaultText' : `dialog.${move}Text`)}</Muted>
      <FactBox>
        <q>{reason}</q>
        <Sums row={cancellation} />
      </FactBox>
      {move === 'turn-down' ? (
        <TextField
          label={t('dialog.note')}
          maxLength={NOTE_MAX}
          value={note}
          error={tried && short ? t('dialog.reasonShort', { count: NOTE_MIN }) : null}
          data-autofocus
          onChange={({ target }) => setNote(target.value)}
        />
      ) : null}
    </FormDialog>
  );
}
