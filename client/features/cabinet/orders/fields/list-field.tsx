import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { DYNAMIC_LISTS } from '#shared/api/list-names.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { OptionsField } from '#client/ui/input-field.tsx';
import { listQuery } from '../order-queries.ts';

interface ListFieldProps {
  label: string;
  name: (typeof DYNAMIC_LISTS)[number];
  value: string | undefined;
  /** Null: none is chosen. */
  onChange: (id: string | null) => void;
  error: string | null;
  hint?: string;
  optional?: boolean;
  /** What goes with another choice; absent: everything. */
  only?: readonly string[] | undefined;
}

/** One of a named list of the server. */
export function ListField(props: ListFieldProps) {
  const { label, name, value, onChange, error, hint, optional = false, only } = props;
  const { t } = useTranslation('orders');
  const localized = useLocalized();
  const { data, isError } = useQuery(listQuery(name));
  // One that is not offered any more is shown where it was chosen: the field says that it has to be another.
  const offered = data?.filter(({ id, hidden }) => id === value || (!hidden && (only?.includes(id) ?? true)));
  const empty = data
    ? optional
      ? 'choice.none'
      : 'choice.choose'
    : isError
      ? 'choice.failed'
      : 'choice.loading';
  return (
    <OptionsField
      label={label}
      error={error}
      hint={hint}
      value={data ? (value ?? '') : ''}
      disabled={!data}
      onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
    >
      <option value="">{t(empty)}</option>
      {offered?.map((item) => (
        <option key={item.id} value={item.id}>
          {localized(item.label)}
        </option>
      ))}
    </OptionsField>
  );
}
