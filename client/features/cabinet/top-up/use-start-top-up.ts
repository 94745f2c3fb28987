import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { topUp, type PaymentProvider } from '#shared/api/cabinet/payments.ts';
import { ApiError, call } from '#client/lib/api-client.ts';

interface Wish {
  provider: PaymentProvider;
  amountTiyin: number;
  returnTo?: string;
}

/** The intent's payment is over, or was another one: a new one is wanted. */
const ENDED: readonly string[] = ['payments.request-ended', 'payments.request-reused'];

/**
 * Begins a payment and opens the provider's page. Pressed again after a failure it is the same payment; with another sum
 * or provider, or once that one has ended, it is a new one.
 */
export function useStartTopUp() {
  const intent = useRef<{ wish: string; requestId: string } | null>(null);
  const begin = async (wish: Wish, newIntent: boolean) => {
    const text = JSON.stringify(wish);
    if (newIntent || intent.current?.wish !== text) {
      intent.current = { wish: text, requestId: crypto.randomUUID() };
    }
    return call(topUp, { body: { ...wish, requestId: intent.current.requestId } });
  };
  const start = useMutation({
    async mutationFn(wish: Wish) {
      try {
        return await begin(wish, false);
      } catch (error) {
        // Repeated once: the payment of this intent has ended meanwhile, so it is a new one that is wanted.
        if (error instanceof ApiError && ENDED.includes(error.code)) return begin(wish, true);
        throw error;
      }
    },
    onSuccess: ({ checkoutUrl }) => window.location.assign(checkoutUrl),
  });
  const { reset } = start;
  useEffect(() => {
    // Back from the provider's page, the browser may show this one as it was left: waiting.
    const onShow = (event: PageTransitionEvent) => event.persisted && reset();
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, [reset]);
  return start;
}
