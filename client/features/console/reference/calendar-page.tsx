import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { CALENDAR_YEARS, consoleCalendar, type CalendarView } from '#shared/api/console/console-reference.ts';
import { STAFF_RIGHTS } from '#shared/api/console/staff-rights.ts';
import { tashkentParts } from '#shared/time/tashkent.ts';
import { call } from '#client/lib/api-client.ts';
import { nowMs } from '#client/lib/server-now.ts';
import { hasRole, useSession } from '#client/lib/session.ts';
import { NotRead } from '#client/ui/not-read.tsx';
import { Button } from '#client/ui/button.tsx';
import { ListLead } from '#client/ui/data-table/cells.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import layout from '#client/ui/layout.module.css';
import { CalendarYear } from './calendar-year.tsx';
import { DayDialog } from './day-dialog.tsx';
import { ReferenceHistory } from './history.tsx';
import css from './console-reference.module.css';

/** /console/calendar: the working days of a year, and what was announced about them. */
export function CalendarPage() {
  const { t } = useTranslation('console-reference');
  const [search, setSearch] = useSearchParams();
  const queries = useQueryClient();
  const mayWrite = hasRole(
    useSession((state) => state.me),
    STAFF_RIGHTS.writeReference,
  );
  const asked = Number(search.get('year'));
  const year =
    Number.isInteger(asked) && asked >= CALENDAR_YEARS.first && asked <= CALENDAR_YEARS.last
      ? asked
      : tashkentParts(nowMs()).year;
  const key = ['console-calendar', year];
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(consoleCalendar, { query: { year }, signal }),
  });
  const [day, setDay] = useState<string | null>(null);
  const to = (next: number) => setSearch({ year: String(next) });
  const changed = (calendar: CalendarView) => {
    queries.setQueryData(['console-calendar', calendar.year], calendar);
    void queries.invalidateQueries({ queryKey: ['console-calendar'] });
    void queries.invalidateQueries({ queryKey: ['console-reference-history'] });
  };
  return (
    <div className={css.page}>
      <PageTitle>{t('calendar.title')}</PageTitle>
      <ListLead>{t('calendar.lead')}</ListLead>
      <div className={layout.row2}>
        <Button
          variant="default"
          disabled={year <= CALENDAR_YEARS.first}
          aria-label={t('calendar.year', { year: year - 1 })}
          onClick={() => to(year - 1)}
        >
          ← {year - 1}
        </Button>
        <h2>{year}</h2>
        <Button
          variant="default"
          disabled={year >= CALENDAR_YEARS.last}
          aria-label={t('calendar.year', { year: year + 1 })}
          onClick={() => to(year + 1)}
        >
          {year + 1} →
        </Button>
      </div>
      {data?.known === false ? <p role="status">{t('calendar.unknown')}</p> : null}
      {data ? (
        <CalendarYear calendar={data} onPress={mayWrite ? setDay : null} />
      ) : (
        <NotRead error={error} onRetry={() => void refetch()} height={480} />
      )}
      <ReferenceHistory kind="calendar" />
      {day !== null && data ? (
        <DayDialog
          day={day}
          known={data.days.find((each) => each.day === day)}
          onClose={() => setDay(null)}
          onChange={changed}
        />
      ) : null}
    </div>
  );
}
