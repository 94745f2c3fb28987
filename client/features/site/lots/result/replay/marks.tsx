import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTime } from '#client/lib/format/date.ts';
import type { Mark } from './timeline.ts';
import css from './replay.module.css';

const clock = (us: number) => formatTime(us / 1_000, { seconds: true });

interface MarksProps {
  marks: readonly Mark[];
  onSeek: (atUs: number) => void;
}

function MarkList({ marks, onSeek }: MarksProps) {
  const { t } = useTranslation('checks');
  if (marks.length === 0) return null;
  return (
    <details className={css.marks} open={marks.some(({ kind }) => kind !== 'overtime')}>
      <summary>
        {t('replay.marks')} ({marks.length})
      </summary>
      <ul>
        {marks.map((mark) => (
          <li key={mark.seq}>
            <button type="button" onClick={() => onSeek(mark.atUs)}>
              {mark.kind === 'pause' ? `${clock(mark.atUs)}–${clock(mark.untilUs)}` : clock(mark.atUs)}
            </button>{' '}
            {t(`replay.mark.${mark.kind}`)}
            {mark.kind === 'overtime' ? null : (
              <>
                {': '}
                {t(`replay.cause.${mark.cause}`)}
                {mark.reason ? ` ${t('replay.reason', { reason: mark.reason })}` : null}
              </>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Pauses and shifts of the end, with their reasons, and overtime: each leads to its instant. Not drawn again while it plays. */
export const Marks = memo(MarkList);
