import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  confirmHandOverByStaff,
  HAND_OVER_NOTE_MAX,
  HAND_OVER_NOTE_MIN,
  settleHandOver,
  type StaffHandOver,
} from '#shared/api/cabinet/hand-overs.ts';
import { call } from '#client/lib/api-client.ts';
import { Muted } from '#client/ui/dialog-parts.tsx';
import { FormDialog } from '#client/ui/form-dialog.tsx';
import { TextField } from '#client/ui/input-field.tsx';
import { notify } from '#client/ui/toasts.tsx';
import css from './console-hand-overs.module.css';

export type HandOverMove = StaffHandOver['may'][number];

const CALLS = { confirm: confirmHandOverByStaff, settle: settleHandOver } as const;

interface HandOverDialogProps {
  handOver: StaffHandOver;
  move: HandOverMove;
  onClose: () => void;
  onChange: () => void;
}

/** One decision about a hand-over, with how it is known that the buyer has the property: printed in the act. */
export function HandOverDialog({ handOver, move, onClose, onChange }: HandOverDialogProps) {
  const { t } = useTranslation('console-hand-overs');
  const [note, setNote] = useState('');
  const [tried, setTried] = useState(false);
  const { id, lotId, sale, buyer, dispute, agreed } = handOver;
  const written = note.trim();
  const short = written.length < HAND_OVER_NOTE_MIN;
  const decide = useMutation({
    mutationFn: () => call(CALLS[move], { params: { handOverId: id }, body: { note: written } }),
    onSuccess: ({ state }) => {
      // Of a large sum the first of two persons has agreed so far.
      notify('success', t(state === 'disputed' ? 'done.agreed' : `done.${move}`, { lot: lotId }));
      onClose();
    },
    // Perhaps confirmed by the buyer or by a colleague meanwhile: the refetched list shows it.
    onSettled: onChange,
  });
  return (
    <FormDialog
      title={t(`dialog.${move}`, { lot: lotId })}
      confirm={t(`act.${move}`)}
      busy={decide.isPending}
      error={decide.error}
      onSubmit={() => {
        setTried(true);
        if (!short) decide.mutate();
      }}
      onClose={onClose}
    >
      <p>{t(sale === 'purchase' ? 'buyerOfUnits' : 'buyer', { name: buyer.name, number: buyer.number })}</p>
      {move === 'settle' && dispute ? <blockquote className={css.words}>{dispute.text}</blockquote> : null}
      {agreed ? <p>{t('agreed', { name: agreed.by, note: agreed.note })}</p> : null}
      <Muted>{t(`dialog.${move}Text`)}</Muted>
      <TextField
        label={t('dialog.note')}
        hint={t('dialog.noteHint')}
        error={tried && short ? t('dialog.noteShort', { count: HAND_OVER_NOTE_MIN }) : null}
        maxLength={HAND_OVER_NOTE_MAX}
        value={note}
        data-autofocus
        onChange={({ target }) => setNote(target.value)}
      />
    </FormDialog>
  );
}
