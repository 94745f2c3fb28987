import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { roomLog } from '#shared/api/site/game-view-room.ts';
import { isPublicLog } from '#shared/trust/check-public-log.ts';
import { ApiError, call } from '#client/lib/api-client.ts';
import { ErrorState } from '#client/ui/error-state.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { Player } from './player.tsx';
import css from './replay.module.css';

async function readLog(lotId: number, signal: AbortSignal) {
  const log: unknown = await call(roomLog, { params: { lotId }, signal });
  // Not retried: it is the answer of something between the page and the server.
  if (!isPublicLog(log) || log.entries.length === 0) throw new ApiError(200, 'unreadable', '');
  return log;
}

/** The finished auction once more, from the same file that anybody can download and check. */
export default function Replay({ lotId }: { lotId: number }) {
  const { t } = useTranslation('checks');
  const section = useRef<HTMLElement>(null);
  // The button that asked for it is gone.
  useEffect(() => section.current?.focus(), []);
  const { data, error, refetch } = useQuery({
    queryKey: ['room-log', lotId],
    queryFn: ({ signal }) => readLog(lotId, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <section
      ref={section}
      tabIndex={-1}
      className={css.replay}
      aria-labelledby="replay"
      aria-busy={!data && !error}
      data-testid="replay"
    >
      <h2 id="replay">{t('replay.title')}</h2>
      {data ? (
        data.entries.some(({ kind }) => kind === 'price') ? (
          <Player log={data} />
        ) : (
          <p>{t('replay.empty')}</p>
        )
      ) : error ? (
        <ErrorState error={error} title={t('replay.failed')} onRetry={() => void refetch()} />
      ) : (
        <>
          <p className="sr-only">{t('replay.loading')}</p>
          <Skeleton height={320} radius={12} />
        </>
      )}
    </section>
  );
}
