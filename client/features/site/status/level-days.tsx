import { useTranslation } from 'react-i18next';
import type { PlatformStatus } from '#shared/api/site/status.ts';
import { levelOf } from '#shared/status/service-levels.ts';
import { DAY_MS, dayText, tashkentDay } from '#shared/time/tashkent.ts';
import layout from '#client/ui/layout.module.css';
import css from './status.module.css';

const PER_MILLE = 1_000;
const PER_CENT = 100;
/** Of a bar with its gap, and of the drawing, in units of the drawing. */
const STEP = 4;
const BAR = 3;
const HEIGHT = 32;
/** Shorter bars are the ones to look at, also without colours. */
const TALL = { met: HEIGHT, missed: HEIGHT / 2, none: 3 } as const;

interface Day {
  day: string;
  good: number;
  total: number;
  result: keyof typeof TALL;
}

/** Good cases in a hundred with two digits, rounded down: only what has no bad case is 100. */
const percent = (good: number, total: number): string =>
  (Math.floor((good / total) * PER_CENT * PER_CENT) / PER_CENT).toFixed(2);

interface LevelDaysProps {
  counts: PlatformStatus['levels'][number];
  /** `YYYY-MM-DD` in Tashkent. */
  firstDay: string;
}

/** One service level: a bar for each day, and the same as a table. */
export function LevelDays({ counts: { level, good, total }, firstDay }: LevelDaysProps) {
  const { t } = useTranslation('status');
  const { promisedPerMille } = levelOf(level);
  const firstMs = Date.parse(`${firstDay}T00:00:00+05:00`);
  const days = total.map((cases, at): Day => {
    const fine = good[at] ?? 0;
    const met = fine * PER_MILLE >= cases * promisedPerMille;
    const result = cases === 0 ? 'none' : met ? 'met' : 'missed';
    return { day: tashkentDay(firstMs + at * DAY_MS), good: fine, total: cases, result };
  });
  const withCases = days.filter((day) => day.total > 0);
  const sum = withCases.reduce((all, day) => ({ good: all.good + day.good, total: all.total + day.total }), {
    good: 0,
    total: 0,
  });
  const missed = days.filter(({ result }) => result === 'missed').length;
  return (
    <section className={css.card}>
      <h3>{t(`level.${level}`)}</h3>
      <p className={layout.mutedSmall}>
        {t('promised', { percent: (promisedPerMille / (PER_MILLE / PER_CENT)).toFixed(1) })}
        {sum.total > 0 ? ` · ${t('was', { percent: percent(sum.good, sum.total) })}` : ''}
      </p>
      <svg
        className={css.bars}
        viewBox={`0 0 ${days.length * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('barsLabel', { days: withCases.length, missed })}
      >
        {days.map(({ day, result }, at) => (
          <rect
            key={day}
            x={at * STEP}
            y={HEIGHT - TALL[result]}
            width={BAR}
            height={TALL[result]}
            data-result={result}
          />
        ))}
      </svg>
      <p className={css.ends} aria-hidden>
        <span>{dayText(firstDay)}</span>
        <span>{t('today')}</span>
      </p>
      {withCases.length === 0 ? (
        <p className={layout.mutedSmall}>{t('noCases')}</p>
      ) : (
        <details className={css.details}>
          <summary>{t('table')}</summary>
          <table>
            <thead>
              <tr>
                <th scope="col">{t('column.day')}</th>
                <th scope="col">{t('column.share')}</th>
                <th scope="col">{t('column.cases')}</th>
                <th scope="col">{t('column.result')}</th>
              </tr>
            </thead>
            <tbody>
              {withCases.toReversed().map((day) => (
                <tr key={day.day}>
                  <th scope="row">{dayText(day.day)}</th>
                  <td>{t('percent', { percent: percent(day.good, day.total) })}</td>
                  <td>{t('of', { good: day.good, total: day.total })}</td>
                  <td>{t(`result.${day.result}`)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      )}
    </section>
  );
}
