import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChevronDown } from 'lucide-react';
import { ORDER_TYPES } from '#shared/api/site/reference.ts';
import { LOT_SEARCH_MAX } from '#shared/limits/lot-list.ts';
import { DAY_MS, tashkentDay } from '#shared/time/tashkent.ts';
import { TENURES } from '#shared/trade/rent.ts';
import { nowMs } from '#client/lib/server-now.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { Field, SelectField } from '#client/ui/field.tsx';
import { MoneyField } from '#client/ui/money-field.tsx';
import { ChoiceField } from './choice-field.tsx';
import { DateField } from '#client/ui/date-field.tsx';
import { useDictionaries } from './dictionaries.ts';
import { PAYMENTS, TRADE_TYPES, type ListFilters } from './list-query.ts';
import css from './filters.module.css';

export interface FilterFieldsProps {
  filters: ListFilters;
  /** `typed`: the person may still be typing; a choice is made at once. */
  onChange: (part: Partial<ListFilters>, typed: boolean) => void;
}

const id = (text: string): number | null => (text === '' ? null : Number(text));
const WEEK_DAYS = 6;

/** Every filter of the list, the rarer ones behind "advanced search". */
export function FilterFields({ filters, onChange }: FilterFieldsProps) {
  const { t } = useTranslation('lots');
  const localized = useLocalized();
  const { regions, areas, tree, failed, retry } = useDictionaries(filters.region);
  const group = tree?.find(
    (each) => each.id === filters.group || each.categories.some(({ id: one }) => one === filters.category),
  );
  const any = { value: '', label: t('lot-list:filter.any') };
  type Named = { id: number; name: Parameters<typeof localized>[0] };
  const options = (items: readonly Named[] | undefined, chosen: number | null) => [
    any,
    ...(items ?? []).map((item) => ({ value: String(item.id), label: localized(item.name) })),
    // A choice of the address that the list does not hold (yet) stays a choice.
    ...(chosen !== null && !items?.some((item) => item.id === chosen)
      ? [{ value: String(chosen), label: items ? t('lot-list:chips.unknown') : '…' }]
      : []),
  ];
  const choose = (part: Partial<ListFilters>) => onChange(part, false);
  return (
    <>
      <Field label={t('filter.q')}>
        {(ids) => (
          <input
            {...ids}
            type="search"
            value={filters.q}
            maxLength={LOT_SEARCH_MAX}
            placeholder={t('lot-list:filter.qHint')}
            enterKeyHint="search"
            onChange={(event) => onChange({ q: event.target.value }, true)}
          />
        )}
      </Field>
      {failed ? (
        <p className={css.failed} role="alert">
          {t('lot-list:filter.failed')}{' '}
          <button type="button" onClick={retry}>
            {t('ui:error.retry')}
          </button>
        </p>
      ) : null}
      <SelectField
        label={t('lot-list:filter.group')}
        value={String(group?.id ?? filters.group ?? '')}
        onChange={(value) => choose({ group: id(value), category: null })}
        options={options(tree, filters.group)}
      />
      {group ? (
        <SelectField
          label={t('filter.category')}
          value={String(filters.category ?? '')}
          onChange={(value) => choose({ group: group.id, category: id(value) })}
          options={options(group.categories, filters.category)}
        />
      ) : null}
      <SelectField
        label={t('filter.region')}
        value={String(filters.region ?? '')}
        onChange={(value) => choose({ region: id(value), area: null })}
        options={options(regions, filters.region)}
      />
      <SelectField
        label={t('lot-list:filter.area')}
        value={String(filters.area ?? '')}
        disabled={filters.region === null}
        onChange={(value) => choose({ area: id(value) })}
        options={
          filters.region === null
            ? [{ value: '', label: t('lot-list:filter.areaFirst') }]
            : options(areas, filters.area)
        }
      />
      <ChoiceField
        legend={t('filter.tradeType')}
        value={filters.tradeType}
        any={any.label}
        options={TRADE_TYPES.map((type) => ({ value: type, label: t(`tradeShort.${type}`) }))}
        onChange={(tradeType) => choose({ tradeType })}
      />
      <fieldset className={css.pair}>
        <legend>{t('lot-list:filter.price')}</legend>
        <MoneyField
          label={t('lot-list:filter.from')}
          tiyin={filters.priceFromTiyin}
          onChange={(priceFromTiyin) => onChange({ priceFromTiyin }, true)}
        />
        <MoneyField
          label={t('lot-list:filter.to')}
          tiyin={filters.priceToTiyin}
          onChange={(priceToTiyin) => onChange({ priceToTiyin }, true)}
        />
      </fieldset>
      <Advanced filters={filters} onChange={onChange} />
    </>
  );
}

function Advanced({ filters, onChange }: FilterFieldsProps) {
  const { t } = useTranslation('lots');
  const { orderType, payment, tenure, dateFrom, dateTo } = filters;
  const used = [orderType, payment, tenure, dateFrom, dateTo].filter((each) => each !== null).length;
  const [opened, setOpened] = useState(used > 0);
  const days = (from: number, to: number) => {
    const now = nowMs();
    const part = { dateFrom: tashkentDay(now + from * DAY_MS), dateTo: tashkentDay(now + to * DAY_MS) };
    return {
      part,
      pressed: part.dateFrom === dateFrom && part.dateTo === dateTo,
    };
  };
  const quick = [
    { key: 'today', ...days(0, 0) },
    { key: 'tomorrow', ...days(1, 1) },
    { key: 'week', ...days(0, WEEK_DAYS) },
  ] as const;
  return (
    <details className={css.advanced} open={opened} onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary>
        {t('lot-list:filter.advanced')}
        {used > 0 ? <span className={css.used}>{used}</span> : null}
        <ChevronDown size={18} aria-hidden />
      </summary>
      <div className={css.fields}>
        <ChoiceField
          legend={t('lot-list:filter.payment')}
          value={payment}
          any={t('lot-list:filter.any')}
          options={PAYMENTS.map((kind) => ({ value: kind, label: t(`lot-list:payment.${kind}`) }))}
          onChange={(next) => onChange({ payment: next }, false)}
        />
        <ChoiceField
          legend={t('lot-list:tenure.label')}
          value={tenure}
          any={t('lot-list:filter.any')}
          options={TENURES.map((kind) => ({ value: kind, label: t(`lot-list:tenure.${kind}`) }))}
          onChange={(next) => onChange({ tenure: next }, false)}
        />
        <SelectField
          label={t('filter.orderType')}
          value={orderType ?? ''}
          onChange={(value) =>
            onChange({ orderType: ORDER_TYPES.find((type) => type === value) ?? null }, false)
          }
          options={[
            { value: '', label: t('lot-list:filter.any') },
            ...ORDER_TYPES.map((type) => ({ value: type, label: t(`orderType.${type}`) })),
          ]}
        />
        <fieldset className={css.pair}>
          <legend>{t('lot-list:filter.date')}</legend>
          <DateField
            label={t('lot-list:filter.from')}
            value={dateFrom}
            onChange={(value) => onChange({ dateFrom: value }, true)}
          />
          <DateField
            label={t('lot-list:filter.to')}
            value={dateTo}
            onChange={(value) => onChange({ dateTo: value }, true)}
          />
          <div className={css.quick}>
            {quick.map(({ key, part, pressed }) => (
              <button
                key={key}
                type="button"
                aria-pressed={pressed}
                onClick={() => onChange(pressed ? { dateFrom: null, dateTo: null } : part, false)}
              >
                {t(`lot-list:filter.${key}`)}
              </button>
            ))}
          </div>
        </fieldset>
      </div>
    </details>
  );
}
