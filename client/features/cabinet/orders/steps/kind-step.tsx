import { useTranslation } from 'react-i18next';
import { OWNER_TYPES, TRADE_TYPES } from '#shared/api/cabinet/order-fields.ts';
import { ORDER_TYPES } from '#shared/api/site/reference.ts';
import type { OrderFields } from '#shared/orders/order-fields.ts';
import { ChoiceField } from '#client/ui/choice-field.tsx';
import { OrderField } from '../fields/order-field.tsx';
import { useOrderForm } from '../order-form.tsx';

const AUCTION_RULE_SETS = ['state-shop', 'state-live'] as const;
const SALE_RULE_SETS = ['state-shop'] as const;

/** The rule set that goes with what is sold and how; property of the state leaves a choice for auctions. */
function ruleSetFor({ orderType, tradeType, ruleSet }: OrderFields): OrderFields['ruleSet'] {
  if (orderType === undefined) return undefined;
  if (orderType === 'private') return 'private';
  if (tradeType === 'fixed-price') return 'state-shop';
  return ruleSet === 'private' ? undefined : ruleSet;
}

/** Step 2: who sells, whose property it is, and in which way. */
export function KindStep() {
  const { t } = useTranslation('orders');
  const { fields, change } = useOrderForm();
  const { ownerType, orderType, tradeType, ruleSet } = fields;
  /** Figures chosen for one rule set are none of another's. */
  const choose = (next: OrderFields) => {
    const chosen = ruleSetFor({ ...fields, ...next });
    const other = chosen !== ruleSet;
    change({ ...next, ...(other ? { ruleSet: chosen ?? null, choices: null } : {}) });
  };
  return (
    <>
      <OrderField field="ownerType" below>
        {() => (
          <ChoiceField<NonNullable<typeof ownerType> | ''>
            label={t('field.ownerType')}
            value={ownerType ?? ''}
            onChange={(value) => value !== '' && change({ ownerType: value })}
            options={OWNER_TYPES.map((value) => ({ value, label: t(`ownerType.${value}`) }))}
          />
        )}
      </OrderField>
      <OrderField field="orderType" below>
        {() => (
          <ChoiceField<NonNullable<typeof orderType> | ''>
            label={t('field.orderType')}
            value={orderType ?? ''}
            onChange={(value) => value !== '' && choose({ orderType: value })}
            options={ORDER_TYPES.toReversed().map((value) => ({
              value,
              label: t(`orderType.${value}`),
              hint: t(`orderTypeHint.${value}`),
            }))}
          />
        )}
      </OrderField>
      <OrderField field="tradeType" below>
        {() => (
          <ChoiceField<NonNullable<typeof tradeType> | ''>
            label={t('field.tradeType')}
            value={tradeType ?? ''}
            onChange={(value) => value !== '' && choose({ tradeType: value })}
            options={TRADE_TYPES.map((value) => ({
              value,
              label: t(`tradeType.${value}`),
              hint: t(`tradeTypeHint.${value}`),
            }))}
          />
        )}
      </OrderField>
      {orderType === 'state' ? (
        <OrderField field="ruleSet" below>
          {() => (
            <ChoiceField<NonNullable<typeof ruleSet> | ''>
              label={t('field.ruleSet')}
              value={ruleSet ?? ''}
              onChange={(value) =>
                value !== '' && value !== ruleSet && change({ ruleSet: value, choices: null })
              }
              options={(tradeType === 'fixed-price' ? SALE_RULE_SETS : AUCTION_RULE_SETS).map((value) => ({
                value,
                label: t(`ruleSet.${value}`),
                hint: t(`ruleSetHint.${value}`),
              }))}
            />
          )}
        </OrderField>
      ) : null}
    </>
  );
}
