import { useEffect, useId, useRef, useState } from 'react';
import layout from '#client/ui/layout.module.css';
import css from './code-entry.module.css';

export const CODE_DIGITS = 6;

interface CodeFieldProps {
  label: string;
  value: string;
  onChange: (code: string) => void;
  /** Called once when the last digit is there. */
  onWhole?: (code: string) => void;
  error?: string | null | undefined;
  disabled?: boolean;
}

/**
 * Six boxes drawn under one real input: the code of an SMS is offered by the keyboard, pasting and erasing work as
 * everywhere, and a screen reader meets one field.
 */
export function CodeField({ label, value, onChange, onWhole, error, disabled = false }: CodeFieldProps) {
  const id = useId();
  const [focused, setFocused] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  // It appears when a code was sent: the digits are what comes next, and the button that was pressed is gone.
  useEffect(() => input.current?.focus(), []);
  const at = Math.min(value.length, CODE_DIGITS - 1);
  return (
    <div className={css.field} data-invalid={Boolean(error)}>
      <label htmlFor={id}>{label}</label>
      <div className={css.boxes}>
        {Array.from({ length: CODE_DIGITS }, (_, box) => (
          <span key={box} aria-hidden data-active={focused && box === at}>
            {value[box] ?? ''}
          </span>
        ))}
        <input
          ref={input}
          id={id}
          value={value}
          disabled={disabled}
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern="[0-9]*"
          aria-invalid={Boolean(error)}
          aria-describedby={error ? `${id}-note` : undefined}
          data-autofocus
          onFocus={() => setFocused(true)}
          onBlur={() => setFocused(false)}
          onChange={(event) => {
            const code = event.target.value.replace(/\D/g, '').slice(0, CODE_DIGITS);
            onChange(code);
            if (code.length === CODE_DIGITS && code !== value) onWhole?.(code);
          }}
        />
      </div>
      {error ? (
        <p id={`${id}-note`} className={layout.dangerSmall} role="alert">
          {error}
        </p>
      ) : null}
    </div>
  );
}
