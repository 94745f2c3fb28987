import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  requestContinue,
  requestExtend,
  requestResume,
  requestWithdraw,
  resumeRoom,
  suspendRoom,
  type BoardRoom,
} from '#shared/api/console/console-rooms.ts';
import type { RefusalReason } from '#shared/auction/refusals.ts';
import { EXTEND_MINUTES_MAX, RESUME_DAYS_MAX } from '#shared/limits/room-actions.ts';
import { call } from '#client/lib/api-client.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { TextDialog } from '#client/ui/text-dialog.tsx';
import { InputField } from '#client/ui/input-field.tsx';
import { LostPrices } from './lost-prices.tsx';
import { ResumeTime, resumeInstant, useResumeChoice } from './resume-time.tsx';
import { useRoomReason } from './use-room-reason.ts';
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
  { minutes, repeat, atMs, byTwo }: { minutes: number; repeat: boolean; atMs: number | null; byTwo: boolean },
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
  if (verb === 'resume' && byTwo) {
    await call(requestResume, { params, body: { reason, ...(atMs === null ? {} : { atMs }) } });
    return 'asked';
  }
  const answer =
    verb === 'resume'
      ? await call(resumeRoom, { params, body: { reason } })
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
  const [minutes, setMinutes] = useState(String(DEFAULT_MINUTES));
  const [repeat, setRepeat] = useState(false);
  const [resume, setResume] = useResumeChoice(room.proposedResumeAtMs);
  // Close enough to the press: the server judges the instant again.
  const [openedMs] = useState(() => Date.now());
  const [tried, setTried] = useState(false);
  const wholeMinutes = /^\d{1,4}$/.test(minutes) ? Number(minutes) : 0;
  const minutesError =
    verb === 'extend' && (wholeMinutes < 1 || wholeMinutes > EXTEND_MINUTES_MAX)
      ? t('dialog.minutesWrong', { max: EXTEND_MINUTES_MAX })
      : null;
  const instant = verb === 'resume' ? resumeInstant(resume, openedMs) : null;
  const instantError = instant === 'wrong' ? t('resume.wrong', { days: RESUME_DAYS_MAX }) : null;
  const atMs = instant === 'wrong' ? null : instant;

  // At another instant than now, or after a long pause, for which one is proposed.
  const byTwo =
    BY_TWO.includes(verb) ||
    (verb === 'resume' && (resume.when === 'at' || room.proposedResumeAtMs !== null));

  return (
    <TextDialog
      title={t(`dialog.${verb}`)}
      confirm={t(byTwo ? 'dialog.ask' : `verb.${verb}`)}
      danger={verb === 'withdraw'}
      text={useRoomReason()}
      ready={!minutesError && !instantError}
      onTry={() => setTried(true)}
      send={(reason) => send(verb, room.lotId, reason, { minutes: wholeMinutes, repeat, atMs, byTwo })}
      outcome={(answer) => {
        if (answer === 'asked') return { done: t('dialog.asked') };
        if (answer !== 'done') return { refused: t('dialog.refused', { reason: t(`refusal.${answer}`) }) };
        return { done: t(`done.${verb}`) };
      }}
      onSettled={() => {
        void queries.invalidateQueries({ queryKey: ['console-rooms'] });
        void queries.invalidateQueries({ queryKey: ['console-requests'] });
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
    </TextDialog>
  );
}
