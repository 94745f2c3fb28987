import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { PaymentProvider } from '#shared/api/cabinet/payments.ts';
import { payWinLot, type PayWinLotAnswer } from '#shared/api/cabinet/winlots.ts';
import { ApiError, call } from '#client/lib/api-client.ts';
import { useErrorText } from '#client/ui/error-state.tsx';
import { notify } from '#client/ui/toasts.tsx';
import type { Through } from './pay-choice.tsx';
import { useRefreshSales } from '#client/entities/sale/sale-queries.ts';

interface Wish {
  provider?: PaymentProvider;
  /** What the page showed. */
  sumTiyin: number;
  through: Through;
}

export type Pay = (wanted: Wish) => void;

/** The intent's payment is over, or was another one: a new one is wanted. */
const ENDED: readonly string[] = ['payments.request-ended', 'payments.request-reused'];

/**
 * Pays for a won lot: from the balance, or with a provider by opening its page for what is missing. Pressed again after a
 * failure it is the same payment; with another sum or provider, or once that one has ended, it is a new one.
 */
export function usePay(lotId: number) {
  const { t } = useTranslation('winlots');
  const refresh = useRefreshSales();
  const errorText = useErrorText();
  const intent = useRef<{ wish: string; requestId: string } | null>(null);

  const begin = (wish: string, { provider, through }: Wish, newIntent: boolean) => {
    if (newIntent || intent.current?.wish !== wish) intent.current = { wish, requestId: crypto.randomUUID() };
    const { requestId } = intent.current;
    const throughPart = through === null ? {} : { throughPart: through };
    return call(payWinLot, { body: { lotId, requestId, ...(provider ? { provider } : {}), ...throughPart } });
  };

  const pay = useMutation({
    async mutationFn(wanted: Wish) {
      const { provider, sumTiyin, through } = wanted;
      const wish = `${provider ?? 'balance'} ${sumTiyin} ${through ?? 'all'}`;
      try {
        return await begin(wish, wanted, false);
      } catch (error) {
        // Repeated once: the payment of this intent has ended meanwhile, so it is a new one that is wanted.
        if (error instanceof ApiError && ENDED.includes(error.code)) return begin(wish, wanted, true);
        throw error;
      }
    },
    onSuccess: (answer: PayWinLotAnswer) => {
      if (answer.verdict === 'short' && answer.checkout) {
        window.location.assign(answer.checkout.checkoutUrl);
        return;
      }
      if (answer.verdict === 'part-paid') notify('success', t('pay.partDone'));
      else if (answer.verdict === 'paid') notify('success', t('pay.done'));
      else if (answer.verdict === 'over') notify('warning', t(`over.${answer.reason}`));
      else notify('warning', t('pay.nowShort'));
      refresh();
    },
    onError: (error) => {
      notify('error', errorText(error));
      // Whether it was paid is not known without an answer.
      refresh();
    },
  });
  const { reset } = pay;
  useEffect(() => {
    // Back from the provider's page, the browser may show this one as it was left: waiting.
    const onShow = (event: PageTransitionEvent) => event.persisted && reset();
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, [reset]);
  const leaving = pay.data?.verdict === 'short' && pay.data.checkout !== null;
  return { pay: pay.mutate, busy: pay.isPending || leaving };
}
