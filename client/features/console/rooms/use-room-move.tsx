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
import { InputField } from '#client/ui/input-field.tsx';
import layout from '#client/ui/layout.module.css';
import { ResumeTime, resumeInstant, useResumeChoice } from './resume-time.tsx';
import { WithdrawChoice } from './withdraw-choice.tsx';

/** `hold`: a resumption that is set is called off. `continue`: after confirmed prices were lost. */
export type RoomVerb = 'suspend' | 'resume' | 'hold' | 'extend' | 'withdraw' | 'continue';

const VERBS: Record<BoardRoom['phase'], readonly RoomVerb[]> = {
  waiting: ['withdraw'],
  running: ['suspend', 'extend', 'withdraw'],
  paused: ['resume', 'extend', 'withdraw'],
  closed: [],
};

/** What may be done to a room now. A pause with a set end may be made to wait for staff again. */
export const verbsOf = ({ phase, resumeAtMs, loss }: BoardRoom): readonly RoomVerb[] => {
  if (loss) return ['continue', 'withdraw'];
  return phase === 'paused' && resumeAtMs !== null ? ['resume', 'hold', 'extend', 'withdraw'] : VERBS[phase];
};

/** A second person approves them. */
const BY_TWO: readonly RoomVerb[] = ['extend', 'withdraw', 'continue'];

const DEFAULT_MINUTES = 10;

interface Terms {
  minutes: number;
  repeat: boolean;
  /** Of a resumption; null: at once. */
  atMs: number | null;
  byTwo: boolean;
}

/** What the room answered: done, waiting for a second person, or why not. */
async function send(
  verb: RoomVerb,
  lotId: number,
  reason: string,
  { minutes, repeat, atMs, byTwo }: Terms,
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

/** What an action asks for besides its reason, for one room or several, and how it is carried out in each of them. */
export function useRoomMove(verb: RoomVerb, rooms: readonly BoardRoom[]) {
  const { t } = useTranslation('console');
  const queries = useQueryClient();
  const [minutes, setMinutes] = useState(String(DEFAULT_MINUTES));
  const [repeat, setRepeat] = useState(false);
  const [proposedMs] = rooms.flatMap(({ proposedResumeAtMs }) => proposedResumeAtMs ?? []);
  const [resume, setResume] = useResumeChoice(proposedMs ?? null);
  // Close enough to the press: the server judges the instant again.
  const [openedMs] = useState(() => Date.now());
  const wholeMinutes = /^\d{1,4}$/.test(minutes) ? Number(minutes) : 0;
  const minutesError =
    verb === 'extend' && (wholeMinutes < 1 || wholeMinutes > EXTEND_MINUTES_MAX)
      ? t('dialog.minutesWrong', { max: EXTEND_MINUTES_MAX })
      : null;
  const instant = verb === 'resume' ? resumeInstant(resume, openedMs) : null;
  const instantError = instant === 'wrong' ? t('resume.wrong', { days: RESUME_DAYS_MAX }) : null;
  const atMs = instant === 'wrong' ? null : instant;
  // At another instant than now, or after a long pause, for which one is proposed.
  const byTwo = (room: BoardRoom) =>
    BY_TWO.includes(verb) ||
    (verb === 'resume' && (resume.when === 'at' || room.proposedResumeAtMs !== null));

  return {
    byTwo: rooms.some(byTwo),
    send: (room: BoardRoom, reason: string) =>
      send(verb, room.lotId, reason, { minutes: wholeMinutes, repeat, atMs, byTwo: byTwo(room) }),
    /** What is shown of rooms and of requests is read again. */
    again: () => {
      void queries.invalidateQueries({ queryKey: ['console-rooms'] });
      void queries.invalidateQueries({ queryKey: ['console-requests'] });
    },
    fields: (
      <>
        <p className={layout.mutedMedium}>{t(`dialog.${verb}Text`)}</p>
        {verb === 'resume' ? (
          <ResumeTime choice={resume} onChange={setResume} problem={instantError} />
        ) : null}
        {verb === 'withdraw' ? <WithdrawChoice repeat={repeat} onChange={setRepeat} /> : null}
        {verb === 'extend' ? (
          <InputField
            label={t('dialog.minutes')}
            problem={minutesError}
            inputMode="numeric"
            value={minutes}
            onChange={(event) => setMinutes(event.target.value.replace(/\D/g, ''))}
          />
        ) : null}
      </>
    ),
  };
}
