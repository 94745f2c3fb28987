import { useQuery } from '@tanstack/react-query';
import { GraduationCap } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { activeLotList, type LotCard } from '#shared/api/site/lots.ts';
import { ACTIVE_LOTS_MAX } from '#shared/limits/lot-list.ts';
import { call } from '#client/lib/api-client.ts';
import { paths } from '#client/lib/paths.ts';
import { recovering } from '#client/lib/recover.ts';
import { ButtonLink } from '#client/ui/button-link.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import css from './practice-call.module.css';

const REFRESH_MS = 20_000;

/** The practice lot one can join best: running with the most time left, otherwise the next to start. */
function bestPractice(lots: LotCard[]): LotCard | undefined {
  const practice = lots.filter((lot) => lot.practice && lot.room.phase !== 'closed');
  const running = practice.filter((lot) => lot.room.phase === 'running');
  return running.sort((a, b) => b.room.deadlineMs - a.room.deadlineMs)[0] ?? practice[0];
}

/** Invites newcomers to try a room where no money is at stake. */
export function PracticeCall() {
  const { t } = useTranslation('home');
  const { data, isError, refetch } = useQuery({
    queryKey: ['active-lots', ACTIVE_LOTS_MAX],
    queryFn: () => call(activeLotList, { query: { limit: ACTIVE_LOTS_MAX } }),
    ...recovering(REFRESH_MS),
  });
  const lot = data ? bestPractice(data) : undefined;
  return (
    <section id="practice" className={css.call} aria-labelledby="practice-title">
      <span className={css.icon}>
        <GraduationCap size={32} strokeWidth={1.75} aria-hidden />
      </span>
      <div>
        <h2 id="practice-title">{t('practice.title')}</h2>
        <p>{t('practice.text')}</p>
      </div>
      <div className={css.action}>
        {lot ? (
          <ButtonLink to={paths.lotView(lot.id)} size="md">
            {t('practice.enter')}
          </ButtonLink>
        ) : data ? (
          <p role="status">{t('practice.soon')}</p>
        ) : isError ? (
          <p role="alert">
            {t('practice.failed')}{' '}
            <button type="button" className={css.again} onClick={() => void refetch()}>
              {t('ui:error.retry')}
            </button>
          </p>
        ) : (
          <Skeleton height={42} width={220} />
        )}
      </div>
    </section>
  );
}
