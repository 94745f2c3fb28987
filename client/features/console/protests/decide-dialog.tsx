import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  dismissProtest,
  upholdProtest,
  type ProtestMove,
  type StaffProtest,
} from '#shared/api/cabinet/protests.ts';
import { PROTEST_DECISION_TEXT } from '#shared/limits/protests.ts';
import { call } from '#client/lib/api-client.ts';
import { FormDialog } from '#client/ui/form-dialog.tsx';
import { TextField } from '#client/ui/input-field.tsx';
import { notify } from '#client/ui/toasts.tsx';

interface DecideDialogProps {
  protest: StaffProtest;
  move: ProtestMove;
  onClose: () => void;
  onChange: () => void;
}

/** One decision about a protest: what follows from it, and its reason, which both sides read. */
export function DecideDialog({ protest, move, onClose, onChange }: DecideDialogProps) {
  const { t } = useTranslation('console-protests');
  const [text, setText] = useState('');
  const [tried, setTried] = useState(false);
  const { id, lotId, needed, agreed } = protest;
  const reason = text.trim();
  const short = reason.length < PROTEST_DECISION_TEXT.min;
  const first = move === 'uphold' && agreed + 1 < needed;
  const decide = useMutation({
    mutationFn: () => {
      const given = { params: { protestId: id }, body: { reason } };
      return move === 'uphold' ? call(upholdProtest, given) : call(dismissProtest, given);
    },
    onSuccess: ({ state }) => {
      notify('success', t(state === 'upheld' || move === 'dismiss' ? `done.${move}` : 'done.first', { id }));
      onClose();
    },
    // Perhaps decided by another person: the refetched list shows its state.
    onSettled: onChange,
  });
  return (
    <FormDialog
      title={t(`dialog.${move}`, { id })}
      confirm={t(`act.${move}`)}
      danger={move === 'uphold'}
      busy={decide.isPending}
      error={decide.error}
      onSubmit={() => {
        setTried(true);
        if (!short) decide.mutate();
      }}
      onClose={onClose}
    >
      <p>{t(first ? 'dialog.firstText' : `dialog.${move}Text`, { lot: lotId })}</p>
      <TextField
        label={t('dialog.reason')}
        error={tried && short ? t('dialog.short', { count: PROTEST_DECISION_TEXT.min }) : null}
        maxLength={PROTEST_DECISION_TEXT.max}
        rows={5}
        value={text}
        data-autofocus
        onChange={({ target }) => setText(target.value)}
      />
    </FormDialog>
  );
}
