import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { DECISION_REASON, proposeDecision } from '#shared/api/console/decisions.ts';
import {
  beginTechnicalBreak,
  endTechnicalBreak,
  technicalBreaks,
  type TechnicalBreak,
} from '#shared/api/console/technical-breaks.ts';
import { RESUME_DAYS_MAX, STAFF_REASON } from '#shared/limits/room-actions.ts';
import { call } from '#client/lib/api-client.ts';
import { formatDateTime } from '#client/lib/format/date.ts';
import { paths } from '#client/lib/paths.ts';
import { Button } from '#client/ui/button.tsx';
import { FailedPart } from '#client/ui/failed-part.tsx';
import { TextDialog } from '#client/ui/text-dialog.tsx';
import { ResumeTime, resumeInstant, useResumeChoice } from './resume-time.tsx';
import { useRoomReason } from './use-room-reason.ts';
import css from './console.module.css';

const KEY = ['console-technical-breaks'];
const ASK_MS = 5_000;
/** One that is over is shown for so long, with what rooms refused. */
const SHOWN_MS = 3_600_000;

/** A break of all rooms: its state while there is one, and the ways to begin and to end it. */
export function TechnicalBreakBar({ mayAct, running }: { mayAct: boolean; running: number }) {
  const { t } = useTranslation('console');
  const { data, error, refetch } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call(technicalBreaks, { signal }),
    refetchInterval: ASK_MS,
  });
  const [dialog, setDialog] = useState<'begin' | 'end' | null>(null);
  if (!data && error)
    return <FailedPart name={t('break.title')} error={error} onRetry={() => void refetch()} />;
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

function useRefreshBreaks() {
  const queries = useQueryClient();
  return () => {
    void queries.invalidateQueries({ queryKey: KEY });
    void queries.invalidateQueries({ queryKey: ['console-rooms'] });
  };
}

function BeginDialog({ running, onClose }: { running: number; onClose: () => void }) {
  const { t } = useTranslation('console');
  return (
    <TextDialog
      title={t('break.begin')}
      confirm={t('break.confirmBegin')}
      danger
      text={useRoomReason()}
      send={(reason) => call(beginTechnicalBreak, { body: { reason } })}
      outcome={() => ({ done: t('break.begun') })}
      onSettled={useRefreshBreaks()}
      onClose={onClose}
    >
      <p>{t('break.beginText', { count: running })}</p>
    </TextDialog>
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
  const [resume, setResume] = useResumeChoice(proposedMs);
  // Close enough to the press: the server judges the instant again.
  const [openedMs] = useState(() => Date.now());
  const instant = resumeInstant(resume, openedMs);
  const wrong = instant === 'wrong';
  const resumeAtMs = wrong ? null : instant;
  // At another instant than now, or after a long break, two decide.
  const byTwo = resumeAtMs !== null || open.takesTwo;
  const text = useRoomReason(byTwo ? DECISION_REASON : STAFF_REASON);
  return (
    <TextDialog
      title={t('break.end')}
      confirm={t(byTwo ? 'dialog.ask' : 'break.end')}
      text={text}
      send={async (written) => {
        const payload = { breakId: open.id, resumeAtMs };
        await (byTwo
          ? call(proposeDecision, {
              body: { kind: 'end-technical-break', payload, reason: written, document: null },
            })
          : call(endTechnicalBreak, { params: { breakId: open.id }, body: { reason: written } }));
      }}
      outcome={() => ({ done: t(byTwo ? 'dialog.asked' : 'break.ended') })}
      onSettled={useRefreshBreaks()}
      onClose={onClose}
    >
      <p>{t('break.endText', { count: open.suspended })}</p>
      <ResumeTime
        choice={resume}
        onChange={setResume}
        problem={wrong ? t('resume.wrong', { days: RESUME_DAYS_MAX }) : null}
      />
    </TextDialog>
  );
}
