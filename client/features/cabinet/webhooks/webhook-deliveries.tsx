import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  myWebhookDeliveries,
  replayWebhookDelivery,
  type DeliveryState,
  type WebhookDeliveryView,
} from '#shared/api/cabinet/webhooks.ts';
import type { StatusColour } from '#shared/lifecycles/lot-status.ts';
import { call } from '#client/lib/api-client.ts';
import { formatDateTime } from '#client/lib/format/date.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/button.tsx';
import { ErrorState, useErrorText } from '#client/ui/error-state.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { notify } from '#client/ui/toasts.tsx';
import layout from '#client/ui/layout.module.css';
import { eventKey } from './filter-names.ts';
import css from './webhooks.module.css';

const PAGE = 10;
const MOST = 100;
const REFRESH_MS = 15_000;
const COLOURS: Record<DeliveryState, StatusColour> = {
  waiting: 'warning',
  delivered: 'success',
  'given-up': 'danger',
};

/** What was sent to a listener, the newest first. */
export function WebhookDeliveries({ id, off }: { id: number; off: boolean }) {
  const { t } = useTranslation('webhooks');
  const [size, setSize] = useState(PAGE);
  const { data, error, refetch } = useQuery({
    queryKey: ['webhook-deliveries', id, size],
    queryFn: ({ signal }) => call(myWebhookDeliveries, { params: { id }, query: { page: 1, size }, signal }),
    placeholderData: (before) => before,
    refetchInterval: REFRESH_MS,
  });
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={64} radius={12} />;
  if (data.items.length === 0) return <p>{t('noDeliveries')}</p>;
  return (
    <>
      <ul className={layout.stack2}>
        {data.items.map((delivery) => (
          <Delivery key={delivery.id} delivery={delivery} off={off} onChange={() => void refetch()} />
        ))}
      </ul>
      {data.total > data.items.length && size < MOST ? (
        <Button variant="default" onClick={() => setSize(Math.min(MOST, size + PAGE))}>
          {t('more')}
        </Button>
      ) : null}
    </>
  );
}

interface DeliveryProps {
  delivery: WebhookDeliveryView;
  off: boolean;
  onChange: () => void;
}

function Delivery({ delivery, off, onChange }: DeliveryProps) {
  const { t } = useTranslation('webhooks');
  const errorText = useErrorText();
  const { id, event, lotId, state, attempts, createdAtMs, nextAtMs, answerStatus } = delivery;
  const replay = useMutation({
    mutationFn: () => call(replayWebhookDelivery, { params: { id } }),
    onSuccess: () => notify('success', t('replayed')),
    onError: (problem) => notify('error', errorText(problem)),
    onSettled: onChange,
  });
  return (
    <li className={css.delivery}>
      <div>
        {t(`event.${eventKey(event)}`)}, {t('lot', { id: lotId })}{' '}
        <Badge colour={COLOURS[state]}>{t(`state.${state}`)}</Badge>
        <p className={css.facts}>
          <span>{formatDateTime(createdAtMs)}</span>
          <span>{t('attempts', { count: attempts })}</span>
          {answerStatus === null ? null : <span>{t('answer', { status: answerStatus })}</span>}
          {nextAtMs === null || attempts === 0 ? null : (
            <span>{t('next', { time: formatDateTime(nextAtMs) })}</span>
          )}
        </p>
      </div>
      {off || state === 'waiting' ? null : (
        <Button variant="default" loading={replay.isPending} onClick={() => replay.mutate()}>
          {t('replay')}
        </Button>
      )}
    </li>
  );
}
