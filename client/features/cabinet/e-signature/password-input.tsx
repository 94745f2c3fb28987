import { Eye, EyeOff } from 'lucide-react';
import { useState, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from '#client/ui/field.tsx';
import css from './e-signature.module.css';

interface PasswordInputProps {
  label: string;
  hint: string;
  error: string | null;
  value: string;
  isNew?: boolean;
  inputRef?: Ref<HTMLInputElement>;
  onChange: (value: string) => void;
}

/** Password of a key; never stored by the browser, which stores those of sites. */
export function PasswordInput(props: PasswordInputProps) {
  const { label, hint, error, value, isNew = false, inputRef, onChange } = props;
  const { t } = useTranslation('e-signature');
  const [shown, setShown] = useState(false);
  return (
    <Field label={label} hint={hint} error={error}>
      {(ids) => (
        <div className={css.password}>
          <input
            ref={inputRef}
            {...ids}
            type={shown ? 'text' : 'password'}
            autoComplete={isNew ? 'new-password' : 'off'}
            maxLength={100}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
          <button
            type="button"
            aria-pressed={shown}
            aria-label={t('sign.showPassword')}
            onClick={() => setShown(!shown)}
          >
            {shown ? <EyeOff size={20} aria-hidden /> : <Eye size={20} aria-hidden />}
          </button>
        </div>
      )}
    </Field>
  );
}
