import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { postponeRepeat, stopRepeat, type StaffRepeat } from '#shared/api/console/relistings.ts';
import { call } from '#client/lib/api-client.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { DateField } from '#client/ui/date-field.tsx';
import { FormDialog } from '#client/ui/form-dialog.tsx';
import { TextField } from '#client/ui/input-field.tsx';
import { notify } from '#client/ui/toasts.tsx';

export type RepeatMove = 'postpone' | 'stop';

const REASON_MIN = 3;
const REASON_MAX = 500;

interface RepeatDialogProps {
  repeat: StaffRepeat;
  move: RepeatMove;
  onClose: () => void;
  onChange: () => void;
}

/** One decision about a repeat: the day where it is postponed, and the reason that the customer reads. */
export function RepeatDialog({ repeat, move, onClose, onChange }: RepeatDialogProps) {
  const { t } = useTranslation('console-repeats');
  const localized = useLocalized();
  const [words, setWords] = useState('');
  const [day, setDay] = useState<string | null>(null);
  const { lotId, title, publishAtMs } = repeat;
  const reason = words.trim();
  const noDay = move === 'postpone' && day === null;
  const noReason = reason.length < REASON_MIN;
  const decide = useMutation({
    mutationFn: () => {
      const params = { lotId };
      return move === 'postpone'
        ? call(postponeRepeat, { params, body: { day: day ?? '', reason } })
        : call(stopRepeat, { params, body: { reason } });
    },
    onSuccess: () => {
      notify('success', t(`done.${move}`, { id: lotId }));
      onClose();
    },
    // Perhaps published or stopped by now: the refetched list shows its state.
    onSettled: onChange,
  });
  return (
    <FormDialog
      title={t(`dialog.${move}`, { id: lotId })}
      confirm={t(`act.${move}`)}
      danger={move === 'stop'}
      busy={decide.isPending}
      error={decide.error}
      onSubmit={() => decide.mutate()}
      onClose={onClose}
    >
      <p>
        {localized(title)}
        {publishAtMs === null ? null : (
          <>
            <br />
            {t('dialog.planned', { time: formatDateTimeShort(publishAtMs) })}
          </>
        )}
      </p>
      {move === 'postpone' ? (
        <DateField
          label={t('dialog.day')}
          value={day}
          onChange={setDay}
          problem={noDay ? t('dialog.dayEmpty') : null}
        />
      ) : null}
      <TextField
        label={t('dialog.reason')}
        maxLength={REASON_MAX}
        value={words}
        problem={noReason ? t('dialog.reasonShort', { count: REASON_MIN }) : null}
        onChange={({ target }) => setWords(target.value)}
      />
    </FormDialog>
  );
}
