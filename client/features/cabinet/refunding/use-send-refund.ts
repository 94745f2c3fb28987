import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { createRefund } from '#shared/api/cabinet/refunds.ts';
import { ApiError, call } from '#client/lib/api-client.ts';
import { balanceQuery } from '#client/entities/wallet/balance.ts';
import { notify } from '#client/ui/toasts.tsx';

interface Ask {
  amountTiyin: number;
  destination: { kind: 'account' | 'card'; id: number };
}

/**
 * Sends an application. The key is that of the intent: pressed again after a lost answer it is the same application,
 * with other values it is another one.
 */
export function useSendRefund(onSent: () => void) {
  const { t } = useTranslation('refunding');
  const queries = useQueryClient();
  const intent = useRef<{ of: string; key: string } | null>(null);
  return useMutation({
    mutationFn: (ask: Ask) => {
      const of = JSON.stringify(ask);
      if (intent.current?.of !== of) intent.current = { of, key: crypto.randomUUID() };
      return call(createRefund, { body: { ...ask, requestId: intent.current.key } });
    },
    onSuccess: ({ id }) => {
      intent.current = null;
      notify('success', t('form.sent', { id }));
      onSent();
    },
    onError: (error) => {
      // Refused for good: the next press is a new intent. An answer that was lost keeps its key.
      if (error instanceof ApiError && error.status >= 400 && error.status < 500) intent.current = null;
    },
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: ['refunds'] });
      void queries.invalidateQueries({ queryKey: ['refund-terms'] });
      void queries.invalidateQueries({ queryKey: balanceQuery.queryKey });
    },
  });
}
