import { useQuery } from '@tanstack/react-query';
import { Scale } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { CustomerProtest } from '#shared/api/cabinet/protests.ts';
import { ProtestBadge } from '#client/entities/protest/protest-badge.tsx';
import { ProtestFiles } from '#client/entities/protest/protest-files.tsx';
import { ProtestWords } from '#client/entities/protest/protest-texts.tsx';
import { formatDateTime } from '#client/lib/format/date.ts';
import { paths } from '#client/lib/paths.ts';
import { Button } from '#client/ui/button.tsx';
import { Countdown } from '#client/ui/countdown.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { ErrorState } from '#client/ui/error-state.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { protestsQuery } from '../order-queries.ts';
import { AnswerDialog, type ProtestAction } from './answer-protest-dialog.tsx';
import type { FullOrder } from './full-order.ts';
import css from '../customer-orders.module.css';

const URGENT_MS = 3 * 3_600_000;

/** Protests against the results of the order's lots: what was said, until when to answer, and both answers. */
export function OrderProtests({ order: { order } }: { order: FullOrder }) {
  const { t } = useTranslation('protests');
  const { data, error, refetch } = useQuery(protestsQuery(order.id));
  const [asking, setAsking] = useState<{ protest: CustomerProtest; action: ProtestAction } | null>(null);
  if (!data)
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} />
    ) : (
      <div aria-busy="true">
        <Skeleton height={200} radius={12} />
      </div>
    );
  if (data.items.length === 0)
    return <EmptyState icon={Scale} title={t('ofOrder.none')} text={t('ofOrder.noneText')} />;
  return (
    <>
      {data.items.map((protest) => (
        <Protest key={protest.id} protest={protest} onAct={(action) => setAsking({ protest, action })} />
      ))}
      {asking ? <AnswerDialog order={order} {...asking} onClose={() => setAsking(null)} /> : null}
    </>
  );
}

interface ProtestProps {
  protest: CustomerProtest;
  onAct: (action: ProtestAction) => void;
}

function Protest({ protest, onAct }: ProtestProps) {
  const { t } = useTranslation(['protests', 'lots', 'winlots']);
  const { id, lotId, state, bidderNumber, admitByMs, answerByMs, canAnswer, rejectionEnds, files } = protest;
  return (
    <section className={css.card} aria-labelledby={`protest-${id}`}>
      <header>
        <h2 id={`protest-${id}`}>
          <Link to={paths.lotResult(lotId)}>{t('lots:tile.number', { number: lotId })}</Link>
        </h2>
        <ProtestBadge state={state} />
      </header>
      <ProtestWords protest={protest} author={t('participant', { number: bidderNumber })} />
      <ProtestFiles files={files} />
      {canAnswer && answerByMs !== null ? (
        <>
          <p className={css.muted}>
            {t('ofOrder.answerBy', { time: formatDateTime(answerByMs) })}{' '}
            <b>
              <Countdown untilMs={answerByMs} over={t('ofOrder.late')} urgentMs={URGENT_MS} />
            </b>
          </p>
          <p>{t(rejectionEnds ? 'ofOrder.private' : 'ofOrder.state')}</p>
          <div className={css.headButtons}>
            <Button size="md" variant="default" onClick={() => onAct('reject-protest')}>
              {t('act.reject-protest')}
            </Button>
            <Button size="md" variant="default" onClick={() => onAct('accept-protest')}>
              {t('act.accept-protest')}
            </Button>
          </div>
        </>
      ) : (
        <p className={css.muted}>{t(`ofOrder.means.${state}`, { time: formatDateTime(admitByMs) })}</p>
      )}
    </section>
  );
}
