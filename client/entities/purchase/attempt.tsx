import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PurchaseView } from '#shared/api/cabinet/purchases.ts';
import { createUserOrder, sendApplyCode } from '#shared/api/cabinet/user-order.ts';
import type { PurchaseOver } from '#shared/lifecycles/purchase-states.ts';
import { call } from '#client/lib/api-client.ts';
import { formatCountdown } from '#client/lib/format/duration.ts';
import { formatMoney } from '#client/lib/format/money.ts';
import { Button } from '#client/ui/button.tsx';
import { CodeEntry } from '#client/ui/code-entry/code-entry.tsx';
import { useCodeDialog, type CodeConfirming } from '#client/ui/code-entry/use-code-dialog.ts';
import { useTimeLeft } from '#client/ui/code-entry/use-time-left.ts';
import { Loader } from '#client/ui/loader.tsx';
import layout from '#client/ui/layout.module.css';
import { Bought } from './bought.tsx';
import { afterPurchaseChange, useMyPurchases } from './my-purchases.ts';
import { Remedy } from './refused.tsx';
import { OtherReservation } from './other-reservation.tsx';
import { useSendingAnswers, type Reserved } from './sending-answers.ts';
import { cardWith, type Wish } from './wish.ts';
import css from './purchase.module.css';

export interface AttemptProps {
  lotId: number;
  wish: Wish;
  /** Begins once more, perhaps with something else. */
  onAgain: (wish: Wish) => void;
  onClose: () => void;
}

/** One reservation from its beginning to the purchase or to its end; another attempt starts fresh. */
export function Attempt({ lotId, wish, onAgain, onClose }: AttemptProps) {
  const { t } = useTranslation('purchases');
  const queries = useQueryClient();
  const [reserved, setReserved] = useState<Reserved | null>(null);
  const [bought, setBought] = useState<{ purchase: PurchaseView; already: boolean } | null>(null);
  const [over, setOver] = useState<PurchaseOver | null>(null);
  const reservation = useTimeLeft();
  const refresh = () => afterPurchaseChange(queries, lotId);
  const { refused, other, readSending } = useSendingAnswers((answer) => {
    setReserved(answer);
    reservation.start(answer.purchase.expiresAtMs - answer.serverAtMs);
  });

  const code = useCodeDialog({
    send: async () => {
      const answer = await call(sendApplyCode, { body: { lotId, ...wish } });
      refresh();
      return readSending(answer);
    },
    confirm: async (digits): Promise<CodeConfirming> => {
      const answer = await call(createUserOrder, { body: { lotId, code: digits } });
      if (answer.verdict === 'code') return { step: 'problem', text: t(`code.${answer.problem}`) };
      if (answer.verdict === 'bought') setBought(answer);
      else setOver(answer.verdict === 'purchase-over' ? answer.reason : 'none');
      return { step: 'done' };
    },
    onUnknown: refresh,
    onDone: refresh,
  });

  // Pressing "buy" was the wish: nothing more is asked before the units are reserved.
  const begin = useRef(code.sendCode);
  useEffect(() => begin.current(), []);

  // Confirmed, given up or ended elsewhere: on another device, by staff or by the clock.
  const mine = useMyPurchases(lotId).data?.all.find(({ id }) => id === reserved?.purchase.id);
  const boughtView =
    bought ?? (mine?.state === 'bought' ? { purchase: mine, already: code.busy !== 'confirming' } : null);
  const elsewhere = mine && mine.state !== 'reserved' && mine.state !== 'bought' ? mine.state : null;
  const timeOver = reserved !== null && reservation.leftMs === 0;

  if (boughtView) return <Bought {...boughtView} onClose={onClose} />;
  const ended = over ?? elsewhere ?? (timeOver && code.busy === null ? 'expired' : null);
  if (ended) return <Ended reason={ended} onAgain={() => onAgain(wish)} onClose={onClose} />;
  if (other)
    return <OtherReservation other={other} wish={wish} lotId={lotId} onAgain={onAgain} onClose={onClose} />;
  if (code.stopped)
    return (
      <div className={css.stopped} role="alert">
        <p>{code.stopped.text}</p>
        {refused ? (
          <Remedy
            refused={refused}
            returnTo={cardWith(lotId, wish)}
            onTake={(quantity) => onAgain({ ...wish, quantity })}
            onClose={onClose}
          />
        ) : (
          <Button variant="default" onClick={onClose}>
            {t('dialog.close')}
          </Button>
        )}
      </div>
    );
  if (!reserved || !code.sent) return <Reserving problem={code.problem} onRetry={code.sendCode} />;
  return (
    <div className={css.dialog}>
      <Held purchase={reserved.purchase} leftMs={reservation.leftMs} />
      {reserved.note ? <p role="status">{t(`dialog.${reserved.note}`)}</p> : null}
      <CodeEntry
        sent={code.sent}
        problem={code.problem}
        busy={code.busy === 'confirming'}
        confirm={t('dialog.confirm')}
        onConfirm={code.confirmCode}
        onResend={code.sendCode}
        resending={code.busy === 'sending'}
      />
    </div>
  );
}

function Reserving({ problem, onRetry }: { problem: string | null; onRetry: () => void }) {
  const { t } = useTranslation('purchases');
  if (problem === null)
    return (
      <div className={css.reserving} role="status">
        <Loader size="lg" />
        <p>{t('dialog.reserving')}</p>
      </div>
    );
  return (
    <div className={css.dialog}>
      <p role="alert">{problem}</p>
      <Button size="md" onClick={onRetry}>
        {t('dialog.retry')}
      </Button>
    </div>
  );
}

/** What is reserved, for how long still, and what happens to the money. */
function Held({ purchase, leftMs }: { purchase: PurchaseView; leftMs: number }) {
  const { t } = useTranslation('purchases');
  const { quantity, totalTiyin, dueNowTiyin } = purchase;
  const restTiyin = totalTiyin - dueNowTiyin;
  return (
    <div className={css.held}>
      <p className={css.heldSum}>{t('mine.sum', { quantity, sum: formatMoney(totalTiyin) })}</p>
      <p>
        {t('mine.left')}:{' '}
        <strong className={css.left} role="timer" data-urgent={leftMs <= 60_000}>
          {formatCountdown(leftMs)}
        </strong>
      </p>
      <p className={layout.mutedMedium}>
        {t('dialog.held', { sum: formatMoney(dueNowTiyin) })}
        {restTiyin > 0 ? ` ${t('dialog.rest', { sum: formatMoney(restTiyin) })}` : null}
      </p>
    </div>
  );
}

interface EndedProps {
  reason: PurchaseOver;
  onAgain: () => void;
  onClose: () => void;
}

/** The reservation is over; where the lot may still be had, it can be reserved again. */
function Ended({ reason, onAgain, onClose }: EndedProps) {
  const { t } = useTranslation('purchases');
  return (
    <div className={css.stopped} role="alert">
      <p>{t(`over.${reason}`)}</p>
      <div className={css.buttons}>
        {reason === 'withdrawn' || reason === 'barred' ? null : (
          <Button onClick={onAgain}>{t('dialog.again')}</Button>
        )}
        <Button variant="default" onClick={onClose}>
          {t('dialog.close')}
        </Button>
      </div>
    </div>
  );
}
