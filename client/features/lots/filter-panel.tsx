import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useEffect, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { categories, ORDER_TYPES, regions } from '#shared/api/reference.ts';
import { LOT_SEARCH_MAX } from '#shared/limits/lot-list.ts';
import { LOT_TAB } from '#shared/states/lot-tabs.ts';
import { call } from '#client/lib/api-client.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { Field, SelectField } from '#client/ui/field.tsx';
import { MoneyField } from '#client/ui/money-field.tsx';
import { filterCount, NO_FILTERS, type ListQuery } from './list-query.ts';
import css from './lot-list.module.css';

interface FilterPanelProps {
  query: ListQuery;
  onChange: (change: Partial<ListQuery>) => void;
  /** After searching or clearing: the drawer closes. */
  onDone?: () => void;
}

const number = (text: string): number | null => (text === '' ? null : Number(text));

/** Filters of the list. Choices act at once; typed fields on Enter or the button. */
export function FilterPanel({ query, onChange, onDone }: FilterPanelProps) {
  const { t } = useTranslation('lots');
  const localized = useLocalized();
  const [draft, setDraft] = useState(query);
  useEffect(() => setDraft(query), [query]);
  const places =
    useQuery({ queryKey: ['regions'], queryFn: () => call(regions), staleTime: 3_600_000 }).data ?? [];
  const tree = useQuery({ queryKey: ['categories'], queryFn: () => call(categories) }).data ?? [];
  const group = tree.find((each) => each.id === query.group);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { q, priceFromTiyin, priceToTiyin, dateFrom, dateTo } = draft;
    const searching = q !== '' && q !== query.q;
    onChange({
      q: q.trim(),
      priceFromTiyin,
      priceToTiyin,
      dateFrom,
      dateTo,
      ...(searching ? { i: LOT_TAB.searchResults } : {}),
    });
    onDone?.();
  };

  const any = { value: '', label: t('filter.any') };
  return (
    <form className={css.filters} onSubmit={submit} aria-label={t('filter.title')}>
      <Field label={t('filter.q')}>
        {({ id, className }) => (
          <input
            id={id}
            type="search"
            className={className}
            value={draft.q}
            maxLength={LOT_SEARCH_MAX}
            placeholder={t('filter.qHint')}
            onChange={(event) => setDraft({ ...draft, q: event.target.value })}
          />
        )}
      </Field>
      <SelectField
        label={t('filter.group')}
        value={String(query.group ?? '')}
        onChange={(value) => onChange({ group: number(value), category: null })}
        options={[any, ...tree.map(({ id, name }) => ({ value: String(id), label: localized(name) }))]}
      />
      {group ? (
        <SelectField
          label={t('filter.category')}
          value={String(query.category ?? '')}
          onChange={(value) => onChange({ category: number(value) })}
          options={[
            any,
            ...group.categories.map(({ id, name }) => ({ value: String(id), label: localized(name) })),
          ]}
        />
      ) : null}
      <SelectField
        label={t('filter.region')}
        value={String(query.region ?? '')}
        onChange={(value) => onChange({ region: number(value) })}
        options={[any, ...places.map(({ id, name }) => ({ value: String(id), label: localized(name) }))]}
      />
      <SelectField
        label={t('filter.tradeType')}
        value={query.tradeType ?? ''}
        onChange={(value) =>
          onChange({ tradeType: value === '' ? null : (value as 'auction' | 'fixed-price') })
        }
        options={[
          any,
          { value: 'auction', label: t('tradeType.auction') },
          { value: 'fixed-price', label: t('tradeType.fixed-price') },
        ]}
      />
      <SelectField
        label={t('filter.orderType')}
        value={query.orderType ?? ''}
        onChange={(value) => onChange({ orderType: ORDER_TYPES.find((type) => type === value) ?? null })}
        options={[any, ...ORDER_TYPES.map((type) => ({ value: type, label: t(`orderType.${type}`) }))]}
      />
      <fieldset className={css.pair}>
        <legend>{t('filter.price')}</legend>
        <MoneyField
          label={t('filter.from')}
          tiyin={draft.priceFromTiyin}
          onChange={(priceFromTiyin) => setDraft({ ...draft, priceFromTiyin })}
        />
        <MoneyField
          label={t('filter.to')}
          tiyin={draft.priceToTiyin}
          onChange={(priceToTiyin) => setDraft({ ...draft, priceToTiyin })}
        />
      </fieldset>
      <fieldset className={css.pair} data-wide>
        <legend>{t('filter.date')}</legend>
        <DateField
          label={t('filter.from')}
          value={draft.dateFrom}
          onChange={(dateFrom) => setDraft({ ...draft, dateFrom })}
        />
        <DateField
          label={t('filter.to')}
          value={draft.dateTo}
          onChange={(dateTo) => setDraft({ ...draft, dateTo })}
        />
      </fieldset>
      <div className={css.filterActions}>
        <Button type="submit" size="md" leftSection={<Search size={18} aria-hidden />}>
          {t('filter.apply')}
        </Button>
        <Button
          variant="default"
          size="md"
          disabled={filterCount(query) === 0 && query.q === ''}
          onClick={() => {
            onChange(NO_FILTERS);
            onDone?.();
          }}
        >
          {t('filter.clear')}
        </Button>
      </div>
    </form>
  );
}

interface DateFieldProps {
  label: string;
  value: string | null;
  onChange: (value: string | null) => void;
}

function DateField({ label, value, onChange }: DateFieldProps) {
  return (
    <Field label={label}>
      {({ id, className }) => (
        <input
          id={id}
          type="date"
          className={className}
          value={value ?? ''}
          onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
        />
      )}
    </Field>
  );
}
