import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  requestContinue,
  requestExtend,
  requestWithdraw,
  resumeRoom,
  suspendRoom,
  type BoardRoom,
} from '#shared/api/console/console-rooms.ts';
import type { RefusalReason } from '#shared/auction/refusals.ts';
import { EXTEND_MINUTES_MAX, REASON_MAX, REASON_MIN, RESUME_DAYS_MAX } from '#shared/limits/room-actions.ts';
import { call } from '#client/lib/api-client.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { FormDialog } from '#client/ui/form-dialog.tsx';
import { InputField, TextField } from '#client/ui/input-field.tsx';
import { notify } from '#client/ui/toasts.tsx';
import { LostPrices } from './lost-prices.tsx';
import { ResumeTime, resumeInstant, useResumeChoice } from './resume-time.tsx';
import { WithdrawChoice } from './withdraw-choice.tsx';
import css from './console.module.css';

/** `hold`: a resumption that is set is called off. `continue`: after confirmed prices were lost. */
export type RoomVerb = 'suspend' | 'resume' | 'hold' | 'extend' | 'withdraw' | 'continue';

/** A second person approves them. */
const BY_TWO: readonly RoomVerb[] = ['extend', 'withdraw', 'continue'];

const DEFAULT_MINUTES = 10;

/** What the room answered: done, waiting for a second person, or why not. */
async function send(
  verb: RoomVerb,
  lotId: number,
  reason: string,
  { minutes, repeat, atMs }: { minutes: number; repeat: boolean; atMs: number | null },
): Promise<'done' | 'asked' | RefusalReason> {
  const params = { lotId };
  if (verb === 'extend') {
    await call(requestExtend, { params, body: { minutes, reason } });
    return 'asked';
  }
  if (verb === 'withdraw') {
    await call(requestWithdraw, { params, body: { reason, repeat } });
    return 'asked';
  }
  if (verb === 'continue') {
    await call(requestContinue, { params, body: { reason } });
    return 'asked';
  }
  const answer =
    verb === 'resume'
      ? await call(resumeRoom, { params, body: { reason, ...(atMs === null ? {} : { atMs }) } })
      : await call(suspendRoom, { params, body: { reason } });
  return answer.verdict === 'done' ? 'done' : answer.reason;
}

interface RoomDialogProps {
  room: BoardRoom;
  verb: RoomVerb;
  onClose: () => void;
}

/** One action on a room, always with its reason, which participants see. */
export function RoomDialog({ room, verb, onClose }: RoomDialogProps) {
  const { t } = useTranslation('console');
  const localized = useLocalized();
  const queries = useQueryClient();
  const [reason, setReason] = useState('');
  const [minutes, setMinutes] = useState(String(DEFAULT_MINUTES));
  const [repeat, setRepeat] = useState(false);
  const [resume, setResume] = useResumeChoice(room.proposedResumeAtMs);
  // Close enough to the press: the server judges the instant again.
  const [openedMs] = useState(() => Date.now());
  const [tried, setTried] = useState(false);
  const reasonError =
    reason.trim().length < REASON_MIN ? t('dialog.reasonShort', { count: REASON_MIN }) : null;
  const wholeMinutes = /^\d{1,4}$/.test(minutes) ? Number(minutes) : 0;
  const minutesError =
    verb === 'extend' && (wholeMinutes < 1 || wholeMinutes > EXTEND_MINUTES_MAX)
      ? t('dialog.minutesWrong', { max: EXTEND_MINUTES_MAX })
      : null;
  const instant = verb === 'resume' ? resumeInstant(resume, openedMs) : null;
  const instantError = instant === 'wrong' ? t('resume.wrong', { days: RESUME_DAYS_MAX }) : null;
  const atMs = instant === 'wrong' ? null : instant;

  const act = useMutation({
    mutationFn: () => send(verb, room.lotId, reason.trim(), { minutes: wholeMinutes, repeat, atMs }),
    onSuccess: (answer) => {
      void queries.invalidateQueries({ queryKey: ['console-rooms'] });
      void queries.invalidateQueries({ queryKey: ['console-requests'] });
      if (answer !== 'done' && answer !== 'asked') return;
      const done = verb === 'resume' && atMs !== null ? 'done.resumeAt' : `done.${verb}`;
      notify('success', t(answer === 'done' ? done : 'dialog.asked'));
      onClose();
    },
  });
  const refused = act.data && act.data !== 'done' && act.data !== 'asked' ? act.data : null;

  return (
    <FormDialog
      title={t(`dialog.${verb}`)}
      confirm={t(BY_TWO.includes(verb) ? 'dialog.ask' : `verb.${verb}`)}
      danger={verb === 'withdraw'}
      busy={act.isPending}
      error={refused ? t('dialog.refused', { reason: t(`refusal.${refused}`) }) : act.error}
      onSubmit={() => {
        setTried(true);
        if (!reasonError && !minutesError && !instantError) act.mutate();
      }}
      onClose={onClose}
    >
      <p>
        <strong>{localized(room.title)}</strong> · № {room.number}
      </p>
      <p className={css.muted}>{t(`dialog.${verb}Text`)}</p>
      {room.loss ? <LostPrices loss={room.loss} /> : null}
      {verb === 'resume' ? (
        <ResumeTime choice={resume} onChange={setResume} error={tried ? instantError : null} />
      ) : null}
      {verb === 'withdraw' ? <WithdrawChoice repeat={repeat} onChange={setRepeat} /> : null}
      {verb === 'extend' ? (
        <InputField
          label={t('dialog.minutes')}
          error={tried ? minutesError : null}
          inputMode="numeric"
          value={minutes}
          onChange={(event) => setMinutes(event.target.value.replace(/\D/g, ''))}
        />
      ) : null}
      <TextField
        label={t('dialog.reason')}
        hint={t('dialog.reasonHint')}
        error={tried ? reasonError : null}
        maxLength={REASON_MAX}
        value={reason}
        data-autofocus
        onChange={(event) => setReason(event.target.value)}
      />
    </FormDialog>
  );
}
