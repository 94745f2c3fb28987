import { useQuery } from '@tanstack/react-query';
import { ArrowRight, Info, Lock, WalletCards } from 'lucide-react';
import { useState } from 'react';
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
import { Form } from '#client/ui/form.tsx';
import { MoneyField } from '#client/ui/money-field.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { GoalReach, PriceGoal } from './price-goal.tsx';
import { sumForPrice, wholeSum, type Goal } from './price-goals.ts';
import { QuickSums } from './quick-sums.tsx';
import { useGoal } from './use-goal.ts';
import { useStartTopUp } from './use-start-top-up.ts';
import css from './top-up.module.css';

/** A sum of the address in whole UZS. */
function askedSum(text: string | null): number | null {
  const tiyin = /^\d{1,15}$/.test(text ?? '') ? Number(text) : 0;
  return tiyin > 0 ? wholeSum(tiyin) : null;
}

/** The person chooses sum and provider here and pays on the provider's own page. */
export function TopUpPage() {
  const { t } = useTranslation('payments');
  const { data, error, refetch } = useQuery(payOptionsQuery);
  const [query] = useSearchParams();
  const goal = useGoal(query.get('lot'));
  return (
    <>
      <PageTitle>{t('topUp.title')}</PageTitle>
      <p className={css.lead}>{t('topUp.lead')}</p>
      {data && goal !== undefined ? (
        data.providers.length > 0 ? (
          <TopUpForm options={data} goal={goal} />
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

function TopUpForm({ options, goal }: { options: TopUpOptions; goal: Goal | null }) {
  const { t } = useTranslation('payments');
  const [query] = useSearchParams();
  const errorText = useErrorText();
  const { minTiyin, maxTiyin, providers } = options;
  // The bare deposit carries hardly anywhere: for an auction the person says how far it shall be.
  const missing = goal ? null : askedSum(query.get('amount'));
  const [amount, setAmount] = useState<number | null>(missing && Math.max(missing, minTiyin));
  const [price, setPrice] = useState<number | null>(null);
  const [provider, setProvider] = useState<PaymentProvider>(providers[0]!.id);
  const start = useStartTopUp();

  const problem =
    amount === null
      ? t(goal ? 'topUp.problem.price' : 'topUp.problem.required')
      : amount < minTiyin
        ? t('errors.too-small', { sum: formatMoney(minTiyin) })
        : amount > maxTiyin
          ? t('errors.too-large', { sum: formatMoney(maxTiyin) })
          : null;

  const goTo = (priceTiyin: number | null) => {
    const sum = goal && priceTiyin !== null ? sumForPrice(goal, priceTiyin) : 0;
    setPrice(priceTiyin);
    setAmount(sum > 0 ? Math.max(sum, minTiyin) : null);
  };
  const typeSum = (tiyin: number | null) => {
    setPrice(null);
    setAmount(tiyin);
  };

  const submit = () => {
    if (amount === null) return;
    const returnTo = parseOwnPath(query.get('return') ?? undefined);
    start.mutate({ provider, amountTiyin: amount, ...(returnTo ? { returnTo } : {}) });
  };

  return (
    <Form className={css.form} onSubmit={submit}>
      {missing ? (
        <p className={css.missing} role="note">
          <Info size={20} aria-hidden />
          {t('topUp.missing', { sum: formatMoney(missing) })}
        </p>
      ) : null}
      {goal ? <PriceGoal goal={goal} priceTiyin={price} onChoose={goTo} /> : null}
      <div className={css.sum}>
        <MoneyField
          label={t('topUp.amount')}
          tiyin={amount}
          onChange={typeSum}
          problem={problem}
          hint={t('topUp.limits', { min: formatMoney(minTiyin), max: formatMoney(maxTiyin) })}
        />
        {goal ? (
          <GoalReach goal={goal} priceTiyin={price} amountTiyin={amount} />
        ) : (
          <QuickSums chosen={amount} onChoose={typeSum} />
        )}
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
    </Form>
  );
}
