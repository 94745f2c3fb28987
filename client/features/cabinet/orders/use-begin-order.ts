import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { createOrder } from '#shared/api/cabinet/orders.ts';
import { call } from '#client/lib/api-client.ts';
import { paths } from '#client/lib/paths.ts';
import { useErrorText } from '#client/ui/error-state.tsx';
import { notify } from '#client/ui/toasts.tsx';
import { draftsQuery, isNotFound } from './order-queries.ts';
import type { Refused } from './refusal.tsx';

/** Begins a draft and opens it. Pressed again after a lost answer, it opens the draft that was made. */
export function useBeginOrder() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const errorText = useErrorText();
  const requestId = useRef<string | null>(null);
  const [refused, setRefused] = useState<Refused | null>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(createOrder, { body: { requestId: (requestId.current ??= crypto.randomUUID()) } }),
    onSuccess: (answer) => {
      requestId.current = null;
      if (answer.verdict === 'refused') {
        const { reason, missingFacts, barredUntil } = answer;
        setRefused({ reason, missing: missingFacts, until: barredUntil });
        return;
      }
      void queries.invalidateQueries({ queryKey: draftsQuery.queryKey });
      void navigate(paths.orderCreate(answer.order.id));
    },
    onError: (error) => {
      // The draft of this press was deleted meanwhile: the next press makes another one.
      if (isNotFound(error)) requestId.current = null;
      notify('error', errorText(error));
    },
  });
  return { start: () => mutate(), isPending, refused };
}
