import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  addCalendarDay,
  removeCalendarDay,
  type CalendarDayView,
  type CalendarView,
} from '#shared/api/console/console-reference.ts';
import { REFERENCE_REASON } from '#shared/api/console/reference-proposals.ts';
import { weekdayOf } from '#shared/reference/calendar-days.ts';
import { dayText } from '#shared/time/tashkent.ts';
import { call } from '#client/lib/api-client.ts';
import { ChoiceField } from '#client/ui/choice-field.tsx';
import { DateField } from '#client/ui/date-field.tsx';
import { Muted } from '#client/ui/dialog-parts.tsx';
import { FormDialog } from '#client/ui/form-dialog.tsx';
import { OptionsField, TextField } from '#client/ui/input-field.tsx';
import { notify } from '#client/ui/toasts.tsx';

const CAUSES = ['decreed', 'holiday', 'observed'] as const;
type Cause = (typeof CAUSES)[number];
type Kind = 'off' | 'move' | 'worked' | 'remove';

interface DayDialogProps {
  day: string;
  /** What was announced about it. */
  known: CalendarDayView | undefined;
  onClose: () => void;
  onChange: (calendar: CalendarView) => void;
}

/** What happens to one day to come: off, worked, exchanged with another one, or as the week has it again. */
export function DayDialog({ day, known, onClose, onChange }: DayDialogProps) {
  const { t } = useTranslation('console-reference');
  const worksByWeek = weekdayOf(day) <= 5;
  const kinds: Kind[] = known
    ? known.estimated
      ? ['off', 'remove']
      : ['remove']
    : worksByWeek
      ? ['off', 'move']
      : ['worked', 'move', 'off'];
  const [kind, setKind] = useState<Kind>(kinds[0]!);
  const [because, setBecause] = useState<Cause>(known ? 'holiday' : 'decreed');
  const [other, setOther] = useState<string | null>(null);
  const [reason, setReason] = useState('');
  const short = reason.trim().length < REFERENCE_REASON.min;
  const lacksOther = kind === 'move' && other === null;
  const send = useMutation({
    mutationFn: (): Promise<CalendarView> => {
      const why = reason.trim();
      if (kind === 'remove') return call(removeCalendarDay, { body: { day, reason: why } });
      const change =
        kind === 'off'
          ? ({ kind, day, because } as const)
          : kind === 'worked'
            ? ({ kind, day } as const)
            : ({
                kind,
                ...(worksByWeek ? { off: day, worked: other! } : { worked: day, off: other! }),
              } as const);
      return call(addCalendarDay, { body: { change, reason: why } });
    },
    onSuccess: (calendar) => {
      notify('success', t('calendar.done'));
      onChange(calendar);
      onClose();
    },
  });
  return (
    <FormDialog
      title={dayText(day)}
      confirm={t('calendar.save')}
      danger={kind === 'remove'}
      busy={send.isPending}
      error={send.error}
      onSubmit={() => send.mutate()}
      onClose={onClose}
    >
      {known ? <p>{t(`because.${known.reason}`)}</p> : null}
      {kinds.length > 1 ? (
        <ChoiceField
          label={t('calendar.what')}
          value={kind}
          onChange={setKind}
          options={kinds.map((value) => ({ value, label: t(`calendar.kind.${value}`) }))}
        />
      ) : (
        <p>{t('calendar.removeText')}</p>
      )}
      {kind === 'off' ? (
        <OptionsField
          label={t('calendar.because')}
          value={because}
          onChange={({ target }) => setBecause(target.value as Cause)}
        >
          {CAUSES.map((cause) => (
            <option key={cause} value={cause}>
              {t(`because.${cause}`)}
            </option>
          ))}
        </OptionsField>
      ) : null}
      {kind === 'move' ? (
        <DateField
          label={t(worksByWeek ? 'calendar.worked' : 'calendar.dayOff')}
          value={other}
          onChange={setOther}
          problem={lacksOther ? t('required') : null}
        />
      ) : null}
      <TextField
        label={t('reason')}
        maxLength={REFERENCE_REASON.max}
        value={reason}
        problem={short ? t('reasonShort', { count: REFERENCE_REASON.min }) : null}
        onChange={({ target }) => setReason(target.value)}
      />
      <Muted>{t('calendar.deadlines')}</Muted>
    </FormDialog>
  );
}
