import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import {
  beginTechnicalBreak,
  endTechnicalBreak,
  technicalBreaks,
  type TechnicalBreak,
} from '#shared/api/console/technical-breaks.ts';
import { REASON_MAX, REASON_MIN, RESUME_DAYS_MAX } from '#shared/limits/room-actions.ts';
import { call } from '#client/lib/api-client.ts';
import { formatDateTime } from '#client/lib/format/date.ts';
import { paths } from '#client/lib/paths.ts';
import { Button } from '#client/ui/button.tsx';
import { FormDialog } from '#client/ui/form-dialog.tsx';
import { TextField } from '#client/ui/input-field.tsx';
import { notify } from '#client/ui/toasts.tsx';
import { ResumeTime, resumeInstant, useResumeChoice } from './resume-time.tsx';
import css from './console.module.css';

const KEY = ['console-technical-breaks'];
const ASK_MS = 5_000;
/** One that is over is shown for so long, with what rooms refused. */
const SHOWN_MS = 3_600_000;

/** A break of all rooms: its state while there is one, and the ways to begin and to end it. */
export function TechnicalBreakBar({ mayAct, running }: { mayAct: boolean; running: number }) {
  const { t } = useTranslation('console');
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call(technicalBreaks, { signal }),
    refetchInterval: ASK_MS,
  });
  const [dialog, setDialog] = useState<'begin' | 'end' | null>(null);
  const [newest] = data?.breaks ?? [];
  const open = newest?.overAtMs === null ? newest : null;
  const shown = open ?? (newest && isRecent(newest) ? newest : null);
  return (
    <>
      {shown ? (
        <section className={css.break} data-open={open !== null} aria-label={t('break.title')}>
          <div>
            <strong>{t(stateOf(shown), { at: formatDateTime(shown.resumeAtMs ?? shown.begunAtMs) })}</strong>
            <p>
              {t('break.rooms', { count: shown.suspended })}{' '}
              {shown.waiting > 0 ? t('break.waiting', { count: shown.waiting }) : null}{' '}
              {t('break.by', { name: shown.begunBy, reason: shown.reason })}
            </p>
            <Problems of={shown} />
          </div>
          {mayAct && shown.endedAtMs === null ? (
            <Button onClick={() => setDialog('end')}>{t('break.end')}</Button>
          ) : null}
        </section>
      ) : null}
      {mayAct && data && !open ? (
        <p>
          <Button variant="default" onClick={() => setDialog('begin')}>
            {t('break.begin')}
          </Button>
        </p>
      ) : null}
      {dialog === 'begin' ? <BeginDialog running={running} onClose={() => setDialog(null)} /> : null}
      {dialog === 'end' && open ? (
        <EndDialog
          open={open}
          proposedMs={data?.proposedResumeAtMs ?? null}
          onClose={() => setDialog(null)}
        />
      ) : null}
    </>
  );
}

const isRecent = ({ overAtMs }: TechnicalBreak): boolean =>
  overAtMs !== null && Date.now() - overAtMs < SHOWN_MS;

function stateOf({ endedAtMs, resumeAtMs }: TechnicalBreak) {
  if (endedAtMs === null) return 'break.since';
  return resumeAtMs === null ? 'break.over' : 'break.overAt';
}

function Problems({ of: { problems } }: { of: TechnicalBreak }) {
  const { t } = useTranslation('console');
  if (problems.length === 0) return null;
  return (
    <details>
      <summary>{t('break.problems', { count: problems.length })}</summary>
      <ul>
        {problems.map(({ lotId, result }) => (
          <li key={lotId}>
            <Link to={paths.lotView(lotId)}>№ {lotId}</Link>: {t(`refusal.${result}`)}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The reason that is asked for, and whether it is long enough. */
function useReason() {
  const { t } = useTranslation('console');
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const error = reason.trim().length < REASON_MIN ? t('dialog.reasonShort', { count: REASON_MIN }) : null;
  return {
    reason: reason.trim(),
    error,
    tried,
    judge: () => setTried(true),
    field: (
      <TextField
        label={t('dialog.reason')}
        hint={t('dialog.reasonHint')}
        error={tried ? error : null}
        maxLength={REASON_MAX}
        value={reason}
        data-autofocus
        onChange={(event) => setReason(event.target.value)}
      />
    ),
  };
}

function useChange(done: string, onClose: () => void) {
  const queries = useQueryClient();
  return () => {
    void queries.invalidateQueries({ queryKey: KEY });
    void queries.invalidateQueries({ queryKey: ['console-rooms'] });
    notify('success', done);
    onClose();
  };
}

function BeginDialog({ running, onClose }: { running: number; onClose: () => void }) {
  const { t } = useTranslation('console');
  const { reason, error, judge, field } = useReason();
  const onSuccess = useChange(t('break.begun'), onClose);
  const begin = useMutation({ mutationFn: () => call(beginTechnicalBreak, { body: { reason } }), onSuccess });
  return (
    <FormDialog
      title={t('break.begin')}
      confirm={t('break.confirmBegin')}
      danger
      busy={begin.isPending}
      error={begin.error}
      onSubmit={() => {
        judge();
        if (!error) begin.mutate();
      }}
      onClose={onClose}
    >
      <p>{t('break.beginText', { count: running })}</p>
      {field}
    </FormDialog>
  );
}

interface EndDialogProps {
  open: TechnicalBreak;
  /** 10:00 of the next working day. */
  proposedMs: number | null;
  onClose: () => void;
}

function EndDialog({ open, proposedMs, onClose }: EndDialogProps) {
  const { t } = useTranslation('console');
  const { reason, error, tried, judge, field } = useReason();
  const [resume, setResume] = useResumeChoice(proposedMs);
  // Close enough to the press: the server judges the instant again.
  const [openedMs] = useState(() => Date.now());
  const instant = resumeInstant(resume, openedMs);
  const instantError = instant === 'wrong' ? t('resume.wrong', { days: RESUME_DAYS_MAX }) : null;
  const onSuccess = useChange(t('break.ended'), onClose);
  const end = useMutation({
    mutationFn: () =>
      call(endTechnicalBreak, {
        params: { breakId: open.id },
        body: { reason, ...(typeof instant === 'number' ? { atMs: instant } : {}) },
      }),
    onSuccess,
  });
  return (
    <FormDialog
      title={t('break.end')}
      confirm={t('break.end')}
      busy={end.isPending}
      error={end.error}
      onSubmit={() => {
        judge();
        if (!error && !instantError) end.mutate();
      }}
      onClose={onClose}
    >
      <p>{t('break.endText', { count: open.suspended })}</p>
      <ResumeTime choice={resume} onChange={setResume} error={tried ? instantError : null} />
      {field}
    </FormDialog>
  );
}
