import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ownAttempts, type OwnAttempt } from '#shared/api/site/signed-records.ts';
import { call } from '#client/lib/api-client.ts';
import { formatDay, formatTime } from '#client/lib/format/date.ts';
import { Button } from '#client/ui/button.tsx';
import { DialogActions, FactBox, Muted } from '#client/ui/dialog-parts.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { ErrorState } from '#client/ui/error-state.tsx';
import { MoneyText } from '#client/ui/money-text.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';

export interface OwnBidsDialogProps {
  lotId: number;
  onClose: () => void;
}

/** Every bid and auto-bid of one's own in a room, refused ones too, each with the signed receipt that can be had of it. */
export default function OwnBidsDialog({ lotId, onClose }: OwnBidsDialogProps) {
  const { t } = useTranslation('applications');
  return (
    <Dialog wide title={t('bids.title')} onClose={onClose}>
      <Muted>
        {t('bids.lead')} <a href="/verify">{t('bids.verify')}</a>
      </Muted>
      <Attempts lotId={lotId} />
    </Dialog>
  );
}

/** A page of them, and the earlier ones below it once they are asked for. */
function Attempts({ lotId, beforeUs }: { lotId: number; beforeUs?: number }) {
  const { t } = useTranslation('applications');
  const [older, setOlder] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ['own-attempts', lotId, beforeUs],
    queryFn: () =>
      call(ownAttempts, { params: { lotId }, query: beforeUs === undefined ? {} : { beforeUs } }),
    // Each opening shows what was sent meanwhile.
    gcTime: 0,
  });
  if (!data)
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton height={180} radius={12} />
    );
  const { attempts, more, counted } = data;
  const last = attempts.at(-1);
  return (
    <>
      {last ? (
        attempts.map((attempt) => <Attempt key={attempt.bidId} lotId={lotId} attempt={attempt} />)
      ) : (
        <p>{t('bids.none')}</p>
      )}
      {beforeUs === undefined && counted > 0 ? <Muted>{t('bids.counted', { count: counted })}</Muted> : null}
      {!more || !last ? null : older ? (
        <Attempts lotId={lotId} beforeUs={last.atUs} />
      ) : (
        <DialogActions>
          <Button variant="default" onClick={() => setOlder(true)}>
            {t('bids.older')}
          </Button>
        </DialogActions>
      )}
    </>
  );
}

function Attempt({ lotId, attempt }: { lotId: number; attempt: OwnAttempt }) {
  const { t } = useTranslation('applications');
  const { bidId, command, amountTiyin, verdict, reason, atUs } = attempt;
  const atMs = atUs / 1_000;
  const time = formatTime(atMs, { seconds: true });
  return (
    <FactBox>
      <span>
        <strong>{t(`bids.command.${command}`)}</strong>{' '}
        {amountTiyin === null ? null : <MoneyText tiyin={amountTiyin} />}
      </span>
      <span>
        {t(`bids.verdict.${verdict}`)}
        {reason === null ? null : `: ${t(`bids.reason.${reason}`)}`}
      </span>
      <small>
        <time dateTime={new Date(atMs).toISOString()}>
          {formatDay(atMs)}, {time}
        </time>
      </small>
      {verdict === 'unknown' ? null : (
        <a
          href={`/api/shop/game-view/receipt/${lotId}/${bidId}`}
          download
          aria-label={t('bids.receiptOf', { time })}
        >
          {t('bids.receipt')}
        </a>
      )}
    </FactBox>
  );
}
