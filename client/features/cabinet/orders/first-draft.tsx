import { useQuery } from '@tanstack/react-query';
import { Images } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IMAGE_LIMITS } from '#shared/api/cabinet/files.ts';
import { Button } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { ErrorState } from '#client/ui/error-state.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { maySellQuery } from './order-queries.ts';
import { Refusal } from './refusal.tsx';
import { useBeginOrder } from './use-begin-order.ts';

/** For who has no draft: what comes, and its beginning; or what has to be done before. */
export function FirstDraft() {
  const { t } = useTranslation('orders');
  const { data, error, refetch } = useQuery(maySellQuery);
  const begin = useBeginOrder();
  if (begin.refused) return <Refusal {...begin.refused} />;
  if (data && !data.allowed && data.reason && data.reason !== 'sign-in')
    return <Refusal reason={data.reason} missing={data.missing ?? []} until={data.until ?? null} />;
  if (!data)
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} />
    ) : (
      <div aria-busy="true">
        <Skeleton height={280} radius={12} />
      </div>
    );
  return (
    <EmptyState
      icon={Images}
      title={t('first.title')}
      text={t('first.text', { least: IMAGE_LIMITS.minCount, most: IMAGE_LIMITS.count })}
    >
      <Button size="lg" loading={begin.isPending} onClick={begin.start}>
        {t('first.begin')}
      </Button>
    </EmptyState>
  );
}
