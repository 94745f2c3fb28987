import { useTranslation } from 'react-i18next';
import type { CalendarDayView, CalendarView } from '#shared/api/console/console-reference.ts';
import { lawfulDaysOff, weekdayOf } from '#shared/reference/calendar-days.ts';
import { dayText } from '#shared/time/tashkent.ts';
import css from './console-reference.module.css';

const two = (value: number) => String(value).padStart(2, '0');
const MONTHS = Array.from({ length: 12 }, (_, at) => at + 1);
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];

interface CalendarYearProps {
  calendar: CalendarView;
  /** Of a day that can be changed; null: the reader only reads. */
  onPress: ((day: string) => void) | null;
}

/** A year, month by month: days off in red, what was announced in a frame, expected feasts dashed. */
export function CalendarYear({ calendar, onPress }: CalendarYearProps) {
  const { t } = useTranslation('console-reference');
  const { year, days, known, changeableFrom } = calendar;
  const announced = new Map(days.map((each) => [each.day, each]));
  const byLaw = new Set(known ? [] : lawfulDaysOff(year).map(({ day }) => day));
  const isOff = (day: string, row: CalendarDayView | undefined): boolean =>
    row ? !row.working : weekdayOf(day) > 5 || byLaw.has(day);
  return (
    <div className={css.months}>
      {MONTHS.map((month) => {
        const length = new Date(Date.UTC(year, month, 0)).getUTCDate();
        const first = weekdayOf(`${year}-${two(month)}-01`);
        return (
          <section key={month} className={css.month} aria-label={t(`month.${month}`)}>
            <h3>{t(`month.${month}`)}</h3>
            <ol className={css.days}>
              {WEEKDAYS.map((weekday) => (
                <li key={weekday} className={css.weekday} aria-hidden>
                  {t(`weekday.${weekday}`)}
                </li>
              ))}
              {Array.from({ length }, (_, at) => {
                const day = `${year}-${two(month)}-${two(at + 1)}`;
                const row = announced.get(day);
                const off = isOff(day, row);
                const words = [
                  // Begins with the number that is seen.
                  dayText(day).replace(/^0/, ''),
                  t(off ? 'calendar.off' : 'calendar.working'),
                  row ? t(`because.${row.reason}`) : '',
                  row?.swappedWith ? dayText(row.swappedWith) : '',
                  row?.estimated ? t('calendar.estimated') : '',
                ]
                  .filter(Boolean)
                  .join(', ');
                const look = {
                  'data-off': off,
                  'data-reason': row?.reason,
                  'data-estimated': row?.estimated,
                  title: words,
                };
                return (
                  <li key={day} style={at === 0 ? { gridColumnStart: first } : undefined}>
                    {onPress && day >= changeableFrom ? (
                      <button type="button" aria-label={words} {...look} onClick={() => onPress(day)}>
                        {at + 1}
                      </button>
                    ) : (
                      <span {...look}>{at + 1}</span>
                    )}
                  </li>
                );
              })}
            </ol>
          </section>
        );
      })}
    </div>
  );
}
