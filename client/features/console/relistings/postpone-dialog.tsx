import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { postponeRepeat, type StaffRepeat } from '#shared/api/console/relistings.ts';
import { call } from '#client/lib/api-client.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { DateField } from '#client/ui/date-field.tsx';
import { FormDialog } from '#client/ui/form-dialog.tsx';
import { TextField } from '#client/ui/input-field.tsx';
import { notify } from '#client/ui/toasts.tsx';

const REASON_MIN = 3;
const REASON_MAX = 500;

interface PostponeDialogProps {
  repeat: StaffRepeat;
  onClose: () => void;
  onChange: () => void;
}

/** A repeat is put off to a later day, for a reason that the customer reads. */
export function PostponeDialog({ repeat, onClose, onChange }: PostponeDialogProps) {
  const { t } = useTranslation('console-repeats');
  const localized = useLocalized();
  const [words, setWords] = useState('');
  const [day, setDay] = useState<string | null>(null);
  const { lotId, title, publishAtMs } = repeat;
  const reason = words.trim();
  const noDay = day === null;
  const noReason = reason.length < REASON_MIN;
  const decide = useMutation({
    mutationFn: () => call(postponeRepeat, { params: { lotId }, body: { day: day ?? '', reason } }),
    onSuccess: () => {
      notify('success', t('done.postpone', { id: lotId }));
      onClose();
    },
    // Perhaps published or stopped by now: the refetched list shows its state.
    onSettled: onChange,
  });
  return (
    <FormDialog
      title={t('dialog.postpone', { id: lotId })}
      confirm={t('act.postpone')}
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
      <DateField
        label={t('dialog.day')}
        value={day}
        onChange={setDay}
        problem={noDay ? t('dialog.dayEmpty') : null}
      />
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
