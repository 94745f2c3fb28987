import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { paymentMismatches } from '#shared/api/cabinet/payments.ts';
import { call } from '#client/lib/api-client.ts';
import { PageTitle } from '#client/ui/page-title.tsx';
import { Tabs } from '#client/ui/tabs.tsx';
import { Differences } from './differences.tsx';
import { AllPayments } from './all-payments.tsx';
import { Reconciliations } from './reconciliations.tsx';
import css from './console-payments.module.css';

const VIEWS = ['payments', 'differences'] as const;
const REFRESH_MS = 30_000;

/** Payments of everybody, and where our books and those of a provider differ. */
export function ConsolePayments() {
  const { t } = useTranslation('console-payments');
  const [query, setQuery] = useSearchParams();
  const view = VIEWS.find((each) => each === query.get('view')) ?? 'payments';
  const overview = useQuery({
    queryKey: ['console-payment-rounds'],
    queryFn: ({ signal }) => call(paymentMismatches, { query: { size: 1 }, signal }),
    refetchInterval: REFRESH_MS,
  });
  const open = overview.data?.open ?? 0;
  return (
    <>
      <PageTitle>{t('title')}</PageTitle>
      <Reconciliations
        rounds={overview.data?.providers}
        error={overview.error}
        onRetry={() => void overview.refetch()}
      />
      <Tabs
        label={t('title')}
        active={view}
        // Another view has filters of its own.
        onChange={(key) => setQuery(key === 'payments' ? {} : { view: key })}
        tabs={VIEWS.map((key) => ({
          key,
          label: (
            <>
              {t(`view.${key}`)}
              {key === 'differences' && open > 0 ? <b className={css.count}>{open}</b> : null}
            </>
          ),
        }))}
      >
        {view === 'payments' ? <AllPayments /> : <Differences />}
      </Tabs>
    </>
  );
}
