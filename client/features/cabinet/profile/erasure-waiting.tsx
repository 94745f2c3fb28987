import { useMutation, useQueryClient } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { takeBackErasure } from '#shared/api/cabinet/erasure.ts';
import { call } from '#client/lib/api-client.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import { Button } from '#client/ui/button.tsx';
import { useErrorText } from '#client/ui/error-state.tsx';
import { notify } from '#client/ui/toasts.tsx';
import { erasureQuery } from './erasure-query.ts';
import css from './profile.module.css';

/** When the account is deleted, and the way to take the request back. */
export function ErasureWaiting({ dueAtMs }: { dueAtMs: number }) {
  const { t } = useTranslation('profile');
  const queries = useQueryClient();
  const errorText = useErrorText();
  const takingBack = useMutation({
    mutationFn: () => call(takeBackErasure, {}),
    // The message about it shows itself, also to who did not ask.
    onSuccess: (erasure) => queries.setQueryData(erasureQuery.queryKey, erasure),
    onError: (error) => {
      notify('error', errorText(error));
      void queries.invalidateQueries(erasureQuery);
    },
  });
  return (
    <div className={css.again} role="status">
      <TriangleAlert size={22} aria-hidden />
      <p>{t('erasure.due', { when: formatDateTimeShort(dueAtMs) })}</p>
      <div className={css.buttons}>
        <Button size="md" loading={takingBack.isPending} onClick={() => takingBack.mutate()}>
          {t('erasure.takeBack')}
        </Button>
      </div>
    </div>
  );
}
