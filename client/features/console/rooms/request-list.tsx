import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { UserCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import {
  approveRoomRequest,
  rejectRoomRequest,
  roomRequests,
  type RoomRequest,
} from '#shared/api/console/console-rooms.ts';
import { call } from '#client/lib/api-client.ts';
import { formatDateTime, formatTime } from '#client/lib/format/date.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { Button } from '#client/ui/button.tsx';
import { Countdown } from '#client/ui/countdown.tsx';
import { useErrorText } from '#client/ui/error-state.tsx';
import { FailedPart } from '#client/ui/failed-part.tsx';
import { notify } from '#client/ui/toasts.tsx';
import layout from '#client/ui/layout.module.css';
import css from './console.module.css';

const REFRESH_MS = 4_000;

interface RequestListProps {
  mayAct: boolean;
  /** Those about one room alone. */
  lotId?: number;
}

/** Requests that wait for a second person; nothing is shown while there are none. */
export function RequestList({ mayAct, lotId }: RequestListProps) {
  const { t } = useTranslation('console');
  const { data, error, refetch } = useQuery({
    queryKey: ['console-requests'],
    queryFn: () => call(roomRequests),
    refetchInterval: REFRESH_MS,
  });
  if (!data && error)
    return <FailedPart name={t('requests.title')} error={error} onRetry={() => void refetch()} />;
  const shown = data?.filter((request) => lotId === undefined || request.lotId === lotId) ?? [];
  if (shown.length === 0) return null;
  return (
    <section className={css.requests} aria-labelledby="requests-title">
      <h2 id="requests-title">{t('requests.title')}</h2>
      <ul>
        {shown.map((request) => (
          <RequestItem key={request.id} request={request} mayAct={mayAct} />
        ))}
      </ul>
    </section>
  );
}

function RequestItem({ request, mayAct }: { request: RoomRequest; mayAct: boolean }) {
  const { t } = useTranslation('console');
  const localized = useLocalized();
  const errorText = useErrorText();
  const queries = useQueryClient();
  const params = { requestId: request.id };
  const refresh = () => {
    void queries.invalidateQueries({ queryKey: ['console-requests'] });
    void queries.invalidateQueries({ queryKey: ['console-rooms'] });
  };
  const approve = useMutation({
    mutationFn: () => call(approveRoomRequest, { params }),
    onSuccess: (answer) => {
      if (answer.verdict === 'done') notify('success', t('requests.approved'));
      else if (answer.verdict === 'seconded') notify('success', t('requests.seconded'));
      else notify('warning', t('dialog.refused', { reason: t(`refusal.${answer.reason}`) }));
      refresh();
    },
    onError: (error) => {
      notify('error', errorText(error));
      refresh();
    },
  });
  const reject = useMutation({
    mutationFn: () => call(rejectRoomRequest, { params }),
    onSettled: refresh,
    onError: (error) => notify('error', errorText(error)),
  });
  return (
    <li data-request={request.id}>
      <div>
        <p>
          <strong>
            {t(`requests.${request.kind}`, {
              count: request.minutes ?? 0,
              number: request.bidderNumber ?? 0,
            })}
          </strong>{' '}
          {request.resumeAtMs === null ? null : `${formatDateTime(request.resumeAtMs)}. `}
          {localized(request.title)} · № {request.number}
        </p>
        {request.alsoWithdraw || request.repeatWanted ? (
          <p>{t(request.repeatWanted ? 'requests.withRepeat' : 'requests.withWithdraw')}</p>
        ) : null}
        <p className={layout.mutedMedium}>
          {request.cause ? `${t(`requests.cause.${request.cause}`)} ` : null}
          {request.by
            ? t('requests.by', { name: request.by, time: formatTime(request.createdAtMs) })
            : t('requests.byNobody', { time: formatTime(request.createdAtMs) })}{' '}
          {request.reason}
        </p>
        <p className={layout.mutedMedium}>
          {t('requests.expires')} <Countdown untilMs={request.expiresAtMs} over={t('requests.expired')} />
        </p>
      </div>
      {mayAct ? (
        <div className={css.formActions}>
          {request.mine ? (
            <p className={css.second}>
              <UserCheck size={18} aria-hidden /> {t('requests.second')}
            </p>
          ) : (
            <Button loading={approve.isPending} onClick={() => approve.mutate()}>
              {t(request.by ? 'requests.approve' : 'requests.takeOver')}
            </Button>
          )}
          <Button variant="default" loading={reject.isPending} onClick={() => reject.mutate()}>
            {t(request.mine ? 'requests.takeBack' : 'requests.reject')}
          </Button>
        </div>
      ) : null}
    </li>
  );
}
