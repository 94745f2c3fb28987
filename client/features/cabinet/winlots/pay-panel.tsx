import { useQuery } from '@tanstack/react-query';
import { ArrowRight, CircleCheck, WalletCards } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PaymentProvider } from '#shared/api/cabinet/payments.ts';
import { payOptionsQuery, ProviderChoice } from '#client/entities/payment/provider-choice.tsx';
import { formatMoney } from '#client/lib/format/money.ts';
import { Button } from '#client/ui/button.tsx';
import { ErrorState } from '#client/ui/error-state.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import layout from '#client/ui/layout.module.css';
import type { Cost } from './pay-choice.tsx';
import type { Pay } from './use-pay.ts';
import css from './winlots.module.css';

interface PayPanelProps {
  balanceTiyin: number;
  cost: Cost;
  pay: Pay;
  busy: boolean;
}

/** Paying for a won lot: one press while the balance carries it, otherwise a provider's page for exactly what is missing. */
export function PayPanel({ balanceTiyin, cost, pay, busy }: PayPanelProps) {
  const { t } = useTranslation('winlots');
  const { through, sumTiyin, missingTiyin } = cost;
  if (missingTiyin > 0)
    return (
      <MissingSum
        balanceTiyin={balanceTiyin}
        missingTiyin={missingTiyin}
        busy={busy}
        onPay={(provider, amountTiyin) => pay({ provider, sumTiyin: amountTiyin, through })}
      />
    );
  return (
    <div className={css.pay}>
      <Button
        size="lg"
        fullWidth
        loading={busy}
        leftSection={<CircleCheck size={20} aria-hidden />}
        onClick={() => pay({ sumTiyin, through })}
      >
        {t('pay.now', { sum: formatMoney(sumTiyin) })}
      </Button>
      <p className={layout.mutedSmall}>{t('pay.fromBalance', { balance: formatMoney(balanceTiyin) })}</p>
    </div>
  );
}

interface MissingSumProps {
  balanceTiyin: number;
  missingTiyin: number;
  busy: boolean;
  onPay: (provider: PaymentProvider, amountTiyin: number) => void;
}

/** The balance does not carry it: what is missing, and where to pay it. */
function MissingSum({ balanceTiyin, missingTiyin, busy, onPay }: MissingSumProps) {
  const { t } = useTranslation(['winlots', 'payments']);
  const { data, error, refetch } = useQuery(payOptionsQuery);
  const [choice, setChoice] = useState<PaymentProvider | null>(null);
  const lead = (
    <p className={css.missing} role="note">
      <WalletCards size={20} aria-hidden />
      <span>{t('pay.missing', { sum: formatMoney(missingTiyin), balance: formatMoney(balanceTiyin) })}</span>
    </p>
  );
  if (!data)
    return (
      <div className={css.pay}>
        {lead}
        {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton height={120} />}
      </div>
    );
  const { providers, minTiyin, maxTiyin } = data;
  const provider = choice ?? providers[0]?.id;
  if (provider === undefined)
    return (
      <div className={css.pay}>
        {lead}
        <p className={layout.mutedSmall}>{t('pay.noProvider')}</p>
      </div>
    );
  const amountTiyin = Math.min(Math.max(missingTiyin, minTiyin), maxTiyin);
  return (
    <div className={css.pay}>
      {lead}
      <ProviderChoice providers={providers} chosen={provider} onChoose={setChoice} />
      {missingTiyin > maxTiyin ? (
        <p className={layout.mutedSmall}>{t('pay.several', { most: formatMoney(maxTiyin) })}</p>
      ) : null}
      <Button
        size="lg"
        fullWidth
        loading={busy}
        rightSection={<ArrowRight size={20} aria-hidden />}
        onClick={() => onPay(provider, amountTiyin)}
      >
        {t('pay.byCheckout', { sum: formatMoney(amountTiyin) })}
      </Button>
      <p className={layout.mutedSmall}>{t('pay.checkoutNote')}</p>
    </div>
  );
}
