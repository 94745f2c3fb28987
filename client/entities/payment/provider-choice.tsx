import { queryOptions } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { topUpOptions, type PaymentProvider, type TopUpOptions } from '#shared/api/cabinet/payments.ts';
import { call } from '#client/lib/api-client.ts';
import css from './provider-choice.module.css';

/** Providers that are set up, and the limits of one payment. */
export const payOptionsQuery = queryOptions({
  queryKey: ['top-up-options'],
  queryFn: ({ signal }) => call(topUpOptions, { signal }),
  staleTime: 60_000,
});

type Provider = TopUpOptions['providers'][number];

interface ProviderChoiceProps {
  providers: readonly Provider[];
  chosen: PaymentProvider;
  onChoose: (provider: PaymentProvider) => void;
}

/** Companies to pay through, one of them chosen. Needs `payments` texts. */
export function ProviderChoice({ providers, chosen, onChoose }: ProviderChoiceProps) {
  const { t } = useTranslation('payments');
  return (
    <fieldset className={css.providers}>
      <legend>{t('topUp.provider')}</legend>
      {providers.map((provider) => (
        <label key={provider.id} className={css.provider}>
          <input
            type="radio"
            name="provider"
            value={provider.id}
            checked={provider.id === chosen}
            onChange={() => onChoose(provider.id)}
          />
          <Logo {...provider} />
          {provider.pretend ? <small>{t('topUp.pretend')}</small> : null}
        </label>
      ))}
    </fieldset>
  );
}

/** The name in letters where the picture does not come. */
function Logo({ name, logo }: Provider) {
  const [lost, setLost] = useState(false);
  if (lost) return <strong>{name}</strong>;
  return <img src={logo} alt={name} width={96} height={32} onError={() => setLost(true)} />;
}
