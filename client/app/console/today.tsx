import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { WaitingWork } from '#shared/api/console/today.ts';
import { STAFF_RIGHTS } from '#shared/api/console/staff-rights.ts';
import { RoomsToday } from '#client/features/console/rooms/rooms-today.tsx';
import { useReadiness } from '#client/entities/staff-work/readiness.ts';
import { useWaitingWork } from '#client/entities/staff-work/waiting.ts';
import { formatDuration } from '#client/lib/format/duration.ts';
import { paths } from '#client/lib/paths.ts';
import { hasRole, useSession } from '#client/lib/session.ts';
import { Loading, NotRead } from '#client/ui/not-read.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import layout from '#client/ui/layout.module.css';
import { useOpenPages } from './console-context.ts';
import { MoneyToday } from './money-today.tsx';
import css from './today.module.css';

/** /console/today: what waits and since when, the rooms of the next hours, the day's money, and how the server is. */
export function Today() {
  const { t } = useTranslation('staff');
  const me = useSession((state) => state.me);
  return (
    <>
      <PageTitle>{t('page.today')}</PageTitle>
      <div className={css.columns}>
        <Waiting />
        <div className={layout.stack4}>
          {hasRole(me, STAFF_RIGHTS.watchRooms) ? <RoomsToday /> : null}
          {hasRole(me, STAFF_RIGHTS.readPayments) ? <MoneyToday /> : null}
          <Health />
        </div>
      </div>
    </>
  );
}

function Waiting() {
  const { t } = useTranslation('staff');
  const { data, error, refetch } = useWaitingWork();
  const pages = useOpenPages();
  if (!data)
    return <NotRead part={t('today.waiting')} error={error} onRetry={() => void refetch()} height={320} />;
  const byPage = new Map(data.items.map((item) => [item.page, item]));
  const waiting = pages.flatMap(({ page, Icon }) => {
    const work = byPage.get(page);
    return work && work.count > 0 ? [{ page, Icon, work }] : [];
  });
  return (
    <section className={css.card} aria-labelledby="console-waiting">
      <h2 id="console-waiting">{t('today.waiting')}</h2>
      {waiting.length === 0 ? <p className={layout.muted}>{t('today.nothing')}</p> : null}
      <ul className={css.work}>
        {waiting.map(({ page, Icon, work }) => (
          <li key={page}>
            <Link to={paths.console(page)}>
              <Icon size={18} aria-hidden />
              <span>{t(`page.${page}`)}</span>
              <strong>{work.count}</strong>
              <Since work={work} nowMs={data.serverAtMs} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Since({ work, nowMs }: { work: WaitingWork; nowMs: number }) {
  const { t } = useTranslation('staff');
  if (work.overdue !== null && work.overdue > 0)
    return <em data-overdue>{t('today.overdue', { count: work.overdue })}</em>;
  if (work.oldestAtMs === null) return <em />;
  return <em>{t('today.since', { time: formatDuration(Math.max(0, nowMs - work.oldestAtMs)) })}</em>;
}

function Health() {
  const { t } = useTranslation('staff');
  const { data, error } = useReadiness();
  const seesSystem = useOpenPages().some(({ page }) => page === 'system');
  const problems = data ? [...data.problems, ...data.bids.problems] : [];
  return (
    <section className={css.card} aria-labelledby="console-health">
      <h2 id="console-health">{t('today.health')}</h2>
      {error ? (
        <p data-bad>{t('shell.health.away')}</p>
      ) : data ? (
        <ul className={css.health}>
          <li data-bad={!data.ready}>{t(data.ready ? 'today.pagesServed' : 'today.pagesNotServed')}</li>
          <li data-bad={!data.bids.taken}>
            {t(data.bids.taken ? 'today.bidsTaken' : 'shell.health.no-bids')}
          </li>
          {problems.map((problem) => (
            <li key={problem} data-bad lang="en">
              {problem}
            </li>
          ))}
          {data.warnings.length === 0 ? null : (
            <li data-warning>
              <details>
                <summary>{t('today.remarks', { number: data.warnings.length })}</summary>
                {data.warnings.map((warning) => (
                  <p key={warning} lang="en">
                    {warning}
                  </p>
                ))}
              </details>
            </li>
          )}
        </ul>
      ) : (
        <Loading height={60} />
      )}
      {seesSystem ? (
        <Link className={css.system} to={paths.console('system')}>
          {t('page.system')}
        </Link>
      ) : null}
    </section>
  );
}
