import { useQuery } from '@tanstack/react-query';
import { CreditCard, Landmark, Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { payoutAccounts, payoutCards } from '#shared/api/cabinet/refunds.ts';
import { call } from '#client/lib/api-client.ts';
import { ErrorState } from '#client/ui/error-state.tsx';
import { FormProblem } from '#client/ui/form.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import layout from '#client/ui/layout.module.css';
import { AccountForm } from './account-form.tsx';
import { CardForm } from './card-form.tsx';
import { accountAsDestination, cardAsDestination, useDestinationName } from './destination-name.ts';
import { RemoveDestination } from './remove-destination.tsx';
import css from './refunding.module.css';

export interface Chosen {
  kind: 'account' | 'card';
  id: number;
}

interface DestinationChoiceProps {
  chosen: Chosen | null;
  onChoose: (to: Chosen) => void;
  problem: string | null;
}

/** Accounts and cards of the person, one of them chosen; others can be added. */
export function DestinationChoice({ chosen, onChoose, problem }: DestinationChoiceProps) {
  const { t } = useTranslation('refunding');
  const name = useDestinationName();
  const [adding, setAdding] = useState<'account' | 'card' | null>(null);
  const accounts = useQuery({
    queryKey: ['payout-accounts'],
    queryFn: ({ signal }) => call(payoutAccounts, { signal }),
  });
  const cards = useQuery({
    queryKey: ['payout-cards'],
    queryFn: ({ signal }) => call(payoutCards, { signal }),
  });
  const first = accounts.data?.items[0];
  useEffect(() => {
    if (chosen === null && first) onChoose({ kind: 'account', id: first.id });
  }, [chosen, first, onChoose]);

  const failed = accounts.error ?? cards.error;
  if (failed)
    return (
      <ErrorState
        error={failed}
        onRetry={() => {
          void accounts.refetch();
          void cards.refetch();
        }}
      />
    );
  if (!accounts.data || !cards.data) return <Skeleton height={140} radius={12} />;

  const choices = [
    ...accounts.data.items.map((each) => ({
      kind: 'account' as const,
      id: each.id,
      stored: !each.fromProfile,
      ...name(accountAsDestination(each)),
      aside: each.fromProfile ? t('place.fromProfile') : null,
    })),
    ...cards.data.items.map((each) => ({
      kind: 'card' as const,
      id: each.id,
      stored: true,
      ...name(cardAsDestination(each)),
      aside: null,
    })),
  ];
  return (
    <div className={css.places}>
      <fieldset>
        <legend>{t('form.to')}</legend>
        {choices.length === 0 ? <p className={css.muted}>{t('place.none')}</p> : null}
        {choices.map((choice) => (
          <div key={`${choice.kind}-${choice.id}`} className={css.place}>
            <label>
              <input
                type="radio"
                name="destination"
                checked={chosen?.kind === choice.kind && chosen.id === choice.id}
                onChange={() => onChoose({ kind: choice.kind, id: choice.id })}
              />
              {choice.kind === 'card' ? (
                <CreditCard size={22} aria-hidden />
              ) : (
                <Landmark size={22} aria-hidden />
              )}
              <span>
                <strong>{choice.title}</strong>
                <span>{choice.detail}</span>
                {choice.aside ? <small>{choice.aside}</small> : null}
              </span>
            </label>
            {choice.stored ? <RemoveDestination {...choice} /> : null}
          </div>
        ))}
      </fieldset>
      <FormProblem problem={problem} />
      {adding === null ? (
        <div className={layout.centredRow2}>
          <button type="button" className={css.chip} onClick={() => setAdding('account')}>
            <Plus size={18} aria-hidden />
            {t('place.addAccount')}
          </button>
          {cards.data.offered ? (
            <button type="button" className={css.chip} onClick={() => setAdding('card')}>
              <Plus size={18} aria-hidden />
              {t('place.addCard')}
            </button>
          ) : (
            <p className={css.muted}>{t('place.noCards')}</p>
          )}
        </div>
      ) : null}
      {adding === 'account' ? (
        <AccountForm
          onAdded={(id) => {
            setAdding(null);
            onChoose({ kind: 'account', id });
          }}
          onClose={() => setAdding(null)}
        />
      ) : null}
      {adding === 'card' ? (
        <CardForm
          sandboxCode={cards.data.sandboxCode}
          onAdded={(id) => {
            setAdding(null);
            onChoose({ kind: 'card', id });
          }}
          onClose={() => setAdding(null)}
        />
      ) : null}
    </div>
  );
}
