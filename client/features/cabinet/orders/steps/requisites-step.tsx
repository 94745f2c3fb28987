import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { ORDER_LIMITS, type OrderRequisites } from '#shared/orders/order-fields.ts';
import { CARD_NAMES } from '#shared/validation/card-number.ts';
import { factPath } from '#client/entities/profile/my-profile.ts';
import { paths } from '#client/lib/paths.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { Button } from '#client/ui/button.tsx';
import { ChoiceField } from '#client/ui/choice-field.tsx';
import { ErrorState } from '#client/ui/error-state.tsx';
import { InputField } from '#client/ui/input-field.tsx';
import { digitsOf } from '#client/ui/input-filters/groups.ts';
import { bankAccount, BankAccountField, DigitsField } from '#client/ui/input-filters/numbers.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import layout from '#client/ui/layout.module.css';
import { OrderField } from '../fields/order-field.tsx';
import { useOrderForm } from '../order-form.tsx';
import { banksQuery, cardsQuery, ownProfileQuery } from '../order-queries.ts';
import css from './steps.module.css';

const MFO_DIGITS = 5;
type Account = Extract<OrderRequisites, { kind: 'account' }>;
type ErrorOf = (part?: string) => string | null;

const EMPTY: Account = { kind: 'account', bankName: '', account: '', mfo: '', holderName: '' };

/** Step 7: where the money goes. */
export function RequisitesStep() {
  const { t } = useTranslation('orders');
  const { fields, change } = useOrderForm();
  const { requisites } = fields;
  // A card is chosen after "to a card" is.
  const [toCard, setToCard] = useState(requisites?.kind === 'card');
  const kind = requisites?.kind ?? (toCard ? 'card' : 'account');
  return (
    <OrderField field="requisites" below>
      {(errorOf) => (
        <>
          <ChoiceField<'account' | 'card'>
            label={t('requisites.where')}
            value={kind}
            onChange={(chosen) => {
              setToCard(chosen === 'card');
              if (chosen !== requisites?.kind) change({ requisites: null });
            }}
            options={[
              { value: 'account', label: t('requisites.account'), hint: t('requisites.accountHint') },
              { value: 'card', label: t('requisites.card'), hint: t('requisites.cardHint') },
            ]}
          />
          {kind === 'card' ? <CardChoice /> : <AccountFields errorOf={errorOf} />}
        </>
      )}
    </OrderField>
  );
}

function AccountFields({ errorOf }: { errorOf: ErrorOf }) {
  const { t } = useTranslation('orders');
  const localized = useLocalized();
  const { fields, change } = useOrderForm();
  const listId = useId();
  // Only a help while typing: without the list the name is typed by hand.
  const { data: banks } = useQuery(banksQuery);
  const account = fields.requisites?.kind === 'account' ? fields.requisites : EMPTY;
  const put = (part: Partial<Account>) => {
    const next = { ...account, ...part };
    const written = next.bankName + next.account + next.mfo + next.holderName;
    change({ requisites: written === '' ? null : next });
  };
  return (
    <>
      <FromProfile onTake={put} />
      <div className={css.pair}>
        <InputField
          label={t('requisites.bankName')}
          list={listId}
          autoComplete="off"
          maxLength={ORDER_LIMITS.bankName}
          value={account.bankName}
          onChange={({ target }) => put({ bankName: target.value })}
          error={errorOf('bankName')}
        />
        <DigitsField
          label={t('requisites.mfo')}
          most={MFO_DIGITS}
          placeholder="00000"
          value={account.mfo}
          onChange={(mfo) => put({ mfo })}
          error={errorOf('mfo')}
        />
      </div>
      <datalist id={listId}>
        {banks?.map((bank) => (
          <option key={bank.id}>{localized(bank.name)}</option>
        ))}
      </datalist>
      <BankAccountField
        label={t('requisites.number')}
        placeholder="20208 000 0 00000000 000"
        value={bankAccount.show(account.account)}
        onChange={(text) => put({ account: digitsOf(text) })}
        error={errorOf('account')}
        hint={t('requisites.numberHint')}
      />
      <InputField
        label={t('requisites.holder')}
        autoComplete="off"
        maxLength={ORDER_LIMITS.holderName}
        value={account.holderName}
        onChange={({ target }) => put({ holderName: target.value })}
        error={errorOf('holderName')}
        hint={t('requisites.holderHint')}
      />
    </>
  );
}

/** Takes the requisites of the person's own data, or says that there are none. */
function FromProfile({ onTake }: { onTake: (account: Account) => void }) {
  const { t } = useTranslation(['orders', 'order-problems']);
  const { data } = useQuery(ownProfileQuery);
  const [missing, setMissing] = useState(false);
  const take = () => {
    if (!data?.requisites) return setMissing(true);
    setMissing(false);
    const { bankName, account, mfo } = data.requisites;
    return onTake({ kind: 'account', bankName, account, mfo, holderName: data.name });
  };
  return (
    <div className={css.tools}>
      <Button variant="default" disabled={!data} onClick={take}>
        {t('requisites.take')}
      </Button>
      {missing ? (
        <p role="alert" className={layout.danger}>
          {t('order-problems:bank-info-not-found')}{' '}
          <Link to={factPath('bankRequisites')}>{t('requisites.fillIn')}</Link>
        </p>
      ) : (
        <p>{t('requisites.takeHint')}</p>
      )}
    </div>
  );
}

function CardChoice() {
  const { t } = useTranslation('orders');
  const { fields, change } = useOrderForm();
  const { data, error, refetch } = useQuery(cardsQuery);
  const chosen = fields.requisites?.kind === 'card' ? String(fields.requisites.cardId) : '';
  if (!data)
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} />
    ) : (
      <div aria-busy="true">
        <Skeleton height={96} radius={8} />
      </div>
    );
  return (
    <div className={css.cards}>
      {data.items.length === 0 ? (
        <p className={css.note}>{t('requisites.noCards')}</p>
      ) : (
        <ChoiceField<string>
          label={t('requisites.whichCard')}
          value={chosen}
          onChange={(id) => change({ requisites: { kind: 'card', cardId: Number(id) } })}
          options={data.items.map(({ id, type, mask }) => ({
            value: String(id),
            label: `${CARD_NAMES[type]} ${mask}`,
          }))}
        />
      )}
      <Link to={paths.profile('refunding')}>{t('requisites.addCard')}</Link>
    </div>
  );
}
