import { useId } from 'react';
import css from './choice-field.module.css';

interface ChoiceFieldProps<Value extends string> {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  options: readonly { value: Value; label: string; hint?: string }[];
}

/** One of a few, all in sight, each with what it means. */
export function ChoiceField<Value extends string>({
  label,
  value,
  onChange,
  options,
}: ChoiceFieldProps<Value>) {
  const name = useId();
  return (
    <fieldset className={css.choices}>
      <legend>{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={css.choice}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>{option.label}</span>
          {option.hint ? <small>{option.hint}</small> : null}
        </label>
      ))}
    </fieldset>
  );
}
