import { useTranslation } from 'react-i18next';
import { Field, SelectField } from '../field.tsx';
import { PeriodField } from './table-tools.tsx';

/** The part of a list that a filter reads and sets. */
interface Filtered<Name extends string> {
  filters: Readonly<Record<Name, string>>;
  choose: (patch: Partial<Record<Name, string>>) => void;
}

interface ChoiceFilterProps<Name extends string> {
  list: NoInfer<Filtered<Name>>;
  name: Name;
  label: string;
  /** What no choice means; "All" unless said otherwise. */
  none?: string;
  options: readonly { value: string; label: string }[];
}

/** One of some values, or any. */
export function ChoiceFilter<Name extends string>({
  list,
  name,
  label,
  none,
  options,
}: ChoiceFilterProps<Name>) {
  const { t } = useTranslation('ui');
  return (
    <SelectField
      label={label}
      value={list.filters[name]}
      onChange={(value) => list.choose({ [name]: value } as Record<Name, string>)}
      options={[{ value: '', label: none ?? t('table.all') }, ...options]}
    />
  );
}

/** Rows of the days between two, both included. */
export function PeriodFilter({ list }: { list: Filtered<'from' | 'to'> }) {
  const { from, to } = list.filters;
  return <PeriodField from={from} to={to} onChange={list.choose} />;
}

const MOST_DIGITS = 15;

/** Rows of one lot, by its number. */
export function LotFilter({ list, label }: { list: Filtered<'lot'>; label: string }) {
  return (
    <Field label={label}>
      {(ids) => (
        <input
          {...ids}
          inputMode="numeric"
          value={list.filters.lot}
          onChange={(event) =>
            list.choose({ lot: event.target.value.replace(/\D/g, '').slice(0, MOST_DIGITS) })
          }
        />
      )}
    </Field>
  );
}
