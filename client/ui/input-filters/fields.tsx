import { useTranslation } from 'react-i18next';
import { isLatinText } from '#shared/validation/latin-text.ts';
import { notify } from '../toasts.tsx';
import { cardNumber } from './card-number.ts';
import {
  FilteredArea,
  FilteredField,
  type FilteredAreaProps,
  type FilteredFieldProps,
} from './filtered-field.tsx';
import { latin } from './latin.ts';
import { phone } from './phone.ts';

type FieldProps = Omit<FilteredFieldProps, 'filter' | 'onChange'> & { onChange: (text: string) => void };

/** Card number in groups of four. The value is what is shown. */
export function CardField(props: FieldProps) {
  return <FilteredField inputMode="numeric" autoComplete="cc-number" {...props} filter={cardNumber} />;
}

/** Phone with its country code; `dialled` makes the number of it. */
export function PhoneField(props: FieldProps) {
  return (
    <FilteredField
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      placeholder="+998 90 123 45 67"
      {...props}
      filter={phone}
    />
  );
}

/** Latin letters only; what does not belong is left out, and an error says why. */
export function LatinField({ onChange, ...rest }: FieldProps) {
  const { t } = useTranslation('ui');
  return (
    <FilteredField
      {...rest}
      filter={latin}
      onChange={(text, typed) => {
        if (!isLatinText(typed)) notify('error', t('input.latin'));
        onChange(text);
      }}
    />
  );
}

/** The same with several lines. */
export function LatinTextField({
  onChange,
  ...rest
}: Omit<FilteredAreaProps, 'filter' | 'onChange'> & { onChange: (text: string) => void }) {
  const { t } = useTranslation('ui');
  return (
    <FilteredArea
      {...rest}
      filter={latin}
      onChange={(text, typed) => {
        if (!isLatinText(typed)) notify('error', t('input.latin'));
        onChange(text);
      }}
    />
  );
}
