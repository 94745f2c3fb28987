import { useTranslation } from 'react-i18next';
import type { TradeChoices } from '#shared/orders/order-fields.ts';
import { DateField } from '#client/ui/date-field.tsx';
import { OptionsField } from '#client/ui/input-field.tsx';
import { InstantField } from '../fields/instant-field.tsx';
import { FractionField } from '#client/ui/number-field.tsx';
import { OrderField } from '../fields/order-field.tsx';
import { useOrderForm } from '../order-form.tsx';
import { IncrementField } from './increment-field.tsx';
import { OvertimeField } from './overtime-field.tsx';
import css from './steps.module.css';

type ErrorOf = (part?: string) => string | null;

/** The figures and dates that the rule set leaves to the customer. What is left empty takes the rule set's figure. */
export function TradeTerms() {
  const { t } = useTranslation('orders');
  const { fields } = useOrderForm();
  const { ruleSet, tradeType } = fields;
  if (tradeType === 'fixed-price') return null;
  if (!ruleSet || !tradeType) return <p className={css.note}>{t('terms.kindFirst')}</p>;
  return (
    <OrderField field="choices" below>
      {(errorOf) => (
        <fieldset className={css.group}>
          <legend>{t('terms.title')}</legend>
          {ruleSet === 'state-shop' ? <p className={css.note}>{t('terms.stateShop')}</p> : null}
          {ruleSet === 'state-live' ? <StateLive errorOf={errorOf} /> : null}
          {ruleSet === 'private' ? <FreeTerms errorOf={errorOf} /> : null}
        </fieldset>
      )}
    </OrderField>
  );
}

/** Changes some of the choices; undefined returns one to the rule set's figure. */
function useChoices() {
  const { fields, change } = useOrderForm();
  const choices = fields.choices ?? {};
  const choose = (next: { [Name in keyof TradeChoices]?: TradeChoices[Name] | undefined }) => {
    const all = Object.entries({ ...choices, ...next }).filter(([, value]) => value !== undefined);
    change({ choices: all.length === 0 ? null : Object.fromEntries(all) });
  };
  return { choices, choose };
}

function DepositField({ errorOf, hint }: { errorOf: ErrorOf; hint: string }) {
  const { t } = useTranslation('orders');
  const { choices, choose } = useChoices();
  return (
    <FractionField
      label={t('terms.deposit')}
      value={choices.depositPercent}
      onChange={(percent) => choose({ depositPercent: percent ?? undefined })}
      error={errorOf('depositPercent')}
      hint={hint}
      most={5}
    />
  );
}

function StateLive({ errorOf }: { errorOf: ErrorOf }) {
  const { t } = useTranslation('orders');
  const { choices, choose } = useChoices();
  return (
    <div className={css.pair}>
      <DateField
        label={t('terms.announcedOn')}
        value={choices.announcedOn ?? null}
        onChange={(day) => choose({ announcedOn: day ?? undefined })}
        error={errorOf('announcedOn')}
      />
      <DepositField errorOf={errorOf} hint={t('terms.depositState')} />
    </div>
  );
}

function FreeTerms({ errorOf }: { errorOf: ErrorOf }) {
  const { t } = useTranslation('orders');
  const { choices, choose } = useChoices();
  return (
    <>
      <div className={css.pair}>
        <InstantField
          label={t('terms.opens')}
          atMs={choices.opensAtMs}
          onChange={(atMs) => choose({ opensAtMs: atMs ?? undefined })}
          error={errorOf('opensAtMs')}
        />
        <InstantField
          label={t('terms.closes')}
          atMs={choices.closesAtMs}
          onChange={(atMs) => choose({ closesAtMs: atMs ?? undefined })}
          error={errorOf('closesAtMs')}
        />
      </div>
      <div className={css.pair}>
        <DepositField errorOf={errorOf} hint={t('terms.depositPrivate')} />
        <OptionsField
          label={t('terms.participants')}
          value={choices.minParticipants ?? ''}
          error={errorOf('minParticipants')}
          onChange={({ target }) =>
            choose({ minParticipants: target.value === '' ? undefined : Number(target.value) })
          }
        >
          <option value="">{t('terms.usual')}</option>
          <option value="1">{t('terms.one')}</option>
          <option value="2">{t('terms.two')}</option>
        </OptionsField>
      </div>
      <IncrementField
        value={choices.increment}
        onChange={(increment) => choose({ increment })}
        error={errorOf('increment')}
      />
      <OvertimeField
        value={choices.overtime}
        onChange={(overtime) => choose({ overtime })}
        error={errorOf('overtime')}
      />
      <div className={css.pair}>
        <OptionsField
          label={t('terms.firstBid')}
          value={choices.firstBid ?? ''}
          error={errorOf('firstBid')}
          onChange={({ target }) =>
            choose({ firstBid: oneOf(['atStart', 'startPlusIncrement'], target.value) })
          }
        >
          <option value="">{t('terms.usual')}</option>
          <option value="atStart">{t('terms.atStart')}</option>
          <option value="startPlusIncrement">{t('terms.startPlusIncrement')}</option>
        </OptionsField>
        <OptionsField
          label={t('terms.applicationsUntil')}
          value={choices.applicationsUntil ?? ''}
          error={errorOf('applicationsUntil')}
          onChange={({ target }) => choose({ applicationsUntil: oneOf(['start', 'close'], target.value) })}
        >
          <option value="">{t('terms.usual')}</option>
          <option value="start">{t('terms.untilStart')}</option>
          <option value="close">{t('terms.untilClose')}</option>
        </OptionsField>
      </div>
      <FractionField
        label={t('terms.repeatCut')}
        value={choices.repeatCutPercent}
        onChange={(percent) => choose({ repeatCutPercent: percent ?? undefined })}
        error={errorOf('repeatCutPercent')}
        hint={t('terms.repeatCutHint')}
        most={5}
      />
    </>
  );
}

const oneOf = <Name extends string>(names: readonly Name[], text: string): Name | undefined =>
  names.find((name) => name === text);
