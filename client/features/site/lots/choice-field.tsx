import { useId } from 'react';
import css from './filters.module.css';

interface ChoiceFieldProps<Value extends string> {
  legend: string;
  value: Value | null;
  /** Words of "any". */
  any: string;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value | null) => void;
}

/** A choice of two or three seen at once, with "any" first. */
export function ChoiceField<Value extends string>(props: ChoiceFieldProps<Value>) {
  const { legend, value, any, options, onChange } = props;
  const name = useId();
  const all: readonly { value: Value | null; label: string }[] = [{ value: null, label: any }, ...options];
  return (
    <fieldset className={css.choice}>
      <legend>{legend}</legend>
      <div className={css.choices}>
        {all.map((option) => (
          <label key={option.value ?? ''}>
            <input
              type="radio"
              name={name}
              checked={value === option.value}
              onChange={() => onChange(option.value)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
