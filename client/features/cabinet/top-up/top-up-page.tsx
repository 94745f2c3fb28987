import { useQuery } from '@tanstack/react-query';
import { ArrowRight, Info, Lock, WalletCards } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { PaymentProvider, TopUpOptions } from '#shared/api/cabinet/payments.ts';
import { parseOwnPath } from '#shared/validation/own-path.ts';
import { payOptionsQuery, ProviderChoice } from '#client/entities/payment/provider-choice.tsx';
import { formatMoney } from '#client/lib/format/money.ts';
import { paths } from '#client/lib/paths.ts';
import { ButtonLink } from '#client/ui/button-link.tsx';
import { Button } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { ErrorState, useErrorText } from '#client/ui/error-state.tsx';
import { MoneyField } from '#client/ui/money-field.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { QuickSums } from './quick-sums.tsx';
import { useStartTopUp } from './use-start-top-up.ts';
import css from './top-up.module.css';

const WHOLE_SUM = 100;

/** A sum of the address in whole UZS, rounded up: tiyin cannot be typed at every provider. */
function askedSum(text: string | null): number | null {
  const tiyin = /^\d{1,15}$/.test(text ?? '') ? Number(text) : 0;
  return tiyin > 0 ? Math.ceil(tiyin / WHOLE_SUM) * WHOLE_SUM : null;
}

/** The person chooses sum and provider here and pays on the provider's own page. */
export function TopUpPage() {
  const { t } = useTranslation('payments');
  const { data, error, refetch } = useQuery(payOptionsQuery);
  return (
    <>
      <PageTitle>{t('topUp.title')}</PageTitle>
      <p className={css.lead}>{t('topUp.lead')}</p>
      {data ? (
        data.providers.length > 0 ? (
          <TopUpForm options={data} />
        ) : (
          <EmptyState title={t('topUp.none')} text={t('topUp.noneText')} icon={WalletCards}>
            <ButtonLink to={paths.contact()} variant="default">
              {t('topUp.contact')}
            </ButtonLink>
          </EmptyState>
        )
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <div className={css.form} aria-busy="true">
          <Skeleton height={74} />
          <Skeleton height={44} />
          <Skeleton height={84} radius={12} />
          <Skeleton height={50} />
        </div>
      )}
    </>
  );
}

function TopUpForm({ options }: { options: TopUpOptions }) {
  const { t } = useTranslation('payments');
  const [query] = useSearchParams();
  const errorText = useErrorText();
  const { minTiyin, maxTiyin, providers } = options;
  const missing = askedSum(query.get('amount'));
  const [amount, setAmount] = useState<number | null>(missing && Math.max(missing, minTiyin));
  const [provider, setProvider] = useState<PaymentProvider>(providers[0]!.id);
  const [tried, setTried] = useState(false);
  const start = useStartTopUp();

  const problem =
    amount === null
      ? t('topUp.problem.required')
      : amount < minTiyin
        ? t('errors.too-small', { sum: formatMoney(minTiyin) })
        : amount > maxTiyin
          ? t('errors.too-large', { sum: formatMoney(maxTiyin) })
          : null;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (problem !== null || amount === null) return;
    const returnTo = parseOwnPath(query.get('return') ?? undefined);
    start.mutate({ provider, amountTiyin: amount, ...(returnTo ? { returnTo } : {}) });
  };

  return (
    <form className={css.form} noValidate onSubmit={submit}>
      {missing ? (
        <p className={css.missing} role="note">
          <Info size={20} aria-hidden />
          {t('topUp.missing', { sum: formatMoney(missing) })}
        </p>
      ) : null}
      <div className={css.sum}>
        <MoneyField
          label={t('topUp.amount')}
          tiyin={amount}
          onChange={setAmount}
          error={tried ? problem : null}
          hint={t('topUp.limits', { min: formatMoney(minTiyin), max: formatMoney(maxTiyin) })}
        />
        <QuickSums chosen={amount} onChoose={setAmount} />
      </div>
      <ProviderChoice providers={providers} chosen={provider} onChoose={setProvider} />
      {start.error ? (
        <p className={css.failed} role="alert">
          {errorText(start.error)}
        </p>
      ) : null}
      <Button
        type="submit"
        size="lg"
        fullWidth
        loading={start.isPending || start.isSuccess}
        rightSection={<ArrowRight size={20} aria-hidden />}
      >
        {t('topUp.go')}
      </Button>
      <p className={css.secure}>
        <Lock size={16} aria-hidden />
        {t('topUp.secure')}
      </p>
    </form>
  );
}
