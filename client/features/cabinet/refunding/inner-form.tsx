import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { FormError } from '#client/ui/form-error.tsx';
import { FormGroup } from '#client/ui/form.tsx';
import { SignInFirst } from '#client/ui/sign-in-first.tsx';
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

/** What is added inside the refund's form, with buttons of its own. */
export function InnerForm(props: InnerFormProps) {
  const { title, error, busy, confirm, over = false, back, onSubmit, onBack, children } = props;
  return (
    <FormGroup className={css.inner} aria-label={title} onSubmit={onSubmit}>
      {(submit) => (
        <>
          <h3>{title}</h3>
          {children}
          <FormError error={error} />
          <SignInFirst error={error} />
          <div className={css.actions}>
            <Button variant="default" onClick={onBack}>
              {back}
            </Button>
            <Button loading={busy} disabled={over} onClick={submit}>
              {confirm}
            </Button>
          </div>
        </>
      )}
    </FormGroup>
  );
}
