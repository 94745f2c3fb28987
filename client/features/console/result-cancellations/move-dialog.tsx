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
import { TextDialog } from '#client/ui/text-dialog.tsx';
import { Sums } from './sums.tsx';

const NOTE = { min: 3, max: 500 };

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
  const { lotId: number, reason, kind } = cancellation;
  const ends = kind === 'default' && move === 'approve';
  return (
    <TextDialog
      title={t(ends ? 'dialog.approveDefault' : `dialog.${move}`, { number })}
      confirm={t(ends ? 'act.end' : `act.${move}`)}
      danger={move === 'approve'}
      text={
        move === 'turn-down'
          ? { label: t('dialog.note'), limits: NOTE, short: t('dialog.reasonShort', { count: NOTE.min }) }
          : null
      }
      send={(note) => send(move, cancellation, note)}
      outcome={() => ({ done: t(ends ? 'done.end' : `done.${move}`, { number }) })}
      // Perhaps decided by another person meanwhile: the refetched list shows its state.
      onSettled={onChange}
      onClose={onClose}
    >
      <Muted>{t(ends ? 'dialog.approveDefaultText' : `dialog.${move}Text`)}</Muted>
      <FactBox>
        <q>{reason}</q>
        {kind === 'not-handed-over' ? <p>{t('dialog.causeSeller')}</p> : null}
        <Sums row={cancellation} />
      </FactBox>
    </TextDialog>
  );
}
