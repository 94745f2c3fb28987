import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, CircleX, Clock3, LoaderCircle, Undo2, type LucideIcon } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PAID_STATUSES, UNDECIDED_PAYMENTS } from '#shared/lifecycles/payment.ts';
import type { PaymentDetails } from '#shared/api/cabinet/payments.ts';
import { saleOfPaymentQuery } from '#client/entities/sale/sale-queries.ts';
import { balanceQuery } from '#client/entities/wallet/balance.ts';
import { formatMoney } from '#client/lib/format/money.ts';
import { lazyScreen } from '#client/lib/lazy-screen.ts';
import { paths } from '#client/lib/paths.ts';
import { usePersonUpdates } from '#client/lib/person-updates.ts';
import { ButtonAnchor, ButtonLink } from '#client/ui/button-link.tsx';
import { ErrorState } from '#client/ui/error-state.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { paymentQuery } from './payment-parts.ts';
import css from './payments.module.css';
import { ReceiptButton } from './receipt-button.tsx';

/** Most payments are for the balance alone. */
const PaidSale = lazyScreen(() => import('./paid-sale.tsx'), ['payments', 'after-sale']);

/** The provider tells us beside the person's way back: its word may come a little later. */
const SOON_MS = 4_000;
const LONG_MS = 30_000;
const ASK_MS = 1_500;
const ASK_RARELY_MS = 5_000;

type Shown = 'checking' | 'long' | 'paid' | 'created' | 'cancelled' | 'failed' | 'refunded';

const ICONS: Record<Shown, LucideIcon> = {
  checking: LoaderCircle,
  long: Clock3,
  paid: CircleCheck,
  created: Clock3,
  cancelled: CircleX,
  failed: CircleX,
  refunded: Undo2,
};

const isOver = (payment: PaymentDetails | undefined): boolean =>
  payment !== undefined && !UNDECIDED_PAYMENTS.includes(payment.status);

/** What is said now: the word may still be on its way for a while. */
function shownOf({ status }: PaymentDetails, waitedMs: number): Shown {
  if (status === 'pending') return waitedMs < LONG_MS ? 'checking' : 'long';
  if (status === 'created') return waitedMs < SOON_MS ? 'checking' : 'created';
  return status;
}

/** How a payment went, for somebody who comes back from the provider's page. */
export default function PaymentResult({ paymentId }: { paymentId: number }) {
  const queries = useQueryClient();
  const [waitedMs, setWaitedMs] = useState(0);
  const { data, error, refetch } = useQuery({
    ...paymentQuery(paymentId),
    refetchInterval: ({ state }) =>
      isOver(state.data) ? false : waitedMs < LONG_MS ? ASK_MS : ASK_RARELY_MS,
  });
  usePersonUpdates('balance', () => void refetch());
  useEffect(() => {
    const startedAt = Date.now();
    const timer = setInterval(() => setWaitedMs(Date.now() - startedAt), 1_000);
    return () => clearInterval(timer);
  }, []);
  const status = data?.status;
  const isPaid = status !== undefined && PAID_STATUSES.includes(status);
  const sale = useQuery(saleOfPaymentQuery(paymentId));
  useEffect(() => {
    if (!isPaid) return;
    void queries.invalidateQueries({ queryKey: balanceQuery.queryKey });
    void queries.invalidateQueries({ queryKey: saleOfPaymentQuery(paymentId).queryKey });
  }, [queries, isPaid, paymentId]);
  const failure = error ?? sale.error;
  const waiting = (
    <div className={css.card} aria-busy="true">
      <Skeleton height={56} width={56} radius={28} />
      <Skeleton height={32} width="60%" />
      <Skeleton height={48} />
    </div>
  );

  return (
    <main className={css.result}>
      {data && sale.data ? (
        isPaid && sale.data.winLot ? (
          <Suspense fallback={waiting}>
            <PaidSale payment={data} winLot={sale.data.winLot} refetch={sale.refetch} />
          </Suspense>
        ) : (
          <Result payment={data} shown={shownOf(data, waitedMs)} lotId={sale.data.winLot?.lotId ?? null} />
        )
      ) : failure ? (
        <ErrorState error={failure} onRetry={() => void Promise.all([refetch(), sale.refetch()])}>
          <ButtonLink to={paths.profile('payments')} variant="default">
            <MyPayments />
          </ButtonLink>
        </ErrorState>
      ) : (
        waiting
      )}
    </main>
  );
}

function MyPayments() {
  const { t } = useTranslation('payments');
  return t('result.payments');
}

interface ResultProps {
  payment: PaymentDetails;
  shown: Shown;
  /** The won lot it is for; null: the balance. */
  lotId: number | null;
}

function Result({ payment, shown, lotId }: ResultProps) {
  const { t } = useTranslation('payments');
  const { amountTiyin, providerName, checkoutUrl, returnTo, id } = payment;
  const Icon = ICONS[shown];
  const again =
    lotId === null ? paths.topUp({ amountTiyin, ...(returnTo ? { returnTo } : {}) }) : paths.winLots(lotId);
  const ended = shown === 'created' || shown === 'cancelled' || shown === 'failed';
  return (
    <section className={css.card} data-shown={shown}>
      <Icon className={css.icon} size={56} strokeWidth={1.5} aria-hidden />
      <div role="status">
        <PageTitle>{t(`result.${shown}`)}</PageTitle>
        <p className={css.sum}>{formatMoney(amountTiyin)}</p>
        <p>{t(`result.${shown}Text`, { provider: providerName })}</p>
      </div>
      <div className={css.actions}>
        {shown === 'paid' ? (
          <ButtonLink to={returnTo ?? paths.profile('payments')} size="md">
            {t(returnTo ? 'result.continue' : 'result.payments')}
          </ButtonLink>
        ) : null}
        {shown === 'paid' ? <ReceiptButton paymentId={id} /> : null}
        {ended && checkoutUrl ? (
          <ButtonAnchor href={checkoutUrl} size="md">
            {t('result.resume')}
          </ButtonAnchor>
        ) : null}
        {ended ? (
          <ButtonLink to={again} size="md" variant={checkoutUrl ? 'default' : 'filled'}>
            {t(lotId === null ? 'result.again' : 'result.againLot')}
          </ButtonLink>
        ) : null}
        {shown === 'paid' ? null : (
          <ButtonLink to={paths.profile('payments')} size="md" variant="default">
            {t('result.payments')}
          </ButtonLink>
        )}
      </div>
    </section>
  );
}
