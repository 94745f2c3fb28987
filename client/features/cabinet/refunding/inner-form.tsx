import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { FormError } from '#client/ui/form-error.tsx';
import css from './refunding.module.css';

interface InnerFormProps {
  /** What is entered, for the heading. */
  title: string;
  error: unknown;
  busy: boolean;
  confirm: string;
  /** It cannot be sent any more. */
  over?: boolean;
  /** The way back, in words. */
  back: string;
  onSubmit: () => void;
  onBack: () => void;
  children: ReactNode;
}

/** Fields with buttons of their own inside the refund's form, and so no form itself: Enter sends these fields alone. */
export function InnerForm(props: InnerFormProps) {
  const { title, error, busy, confirm, over = false, back, onSubmit, onBack, children } = props;
  return (
    <div
      className={css.inner}
      role="group"
      aria-label={title}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.target instanceof HTMLButtonElement) return;
        event.preventDefault();
        onSubmit();
      }}
    >
      <h3>{title}</h3>
      {children}
      <FormError error={error} />
      <div className={css.actions}>
        <Button variant="default" onClick={onBack}>
          {back}
        </Button>
        <Button loading={busy} disabled={over} onClick={onSubmit}>
          {confirm}
        </Button>
      </div>
    </div>
  );
}
