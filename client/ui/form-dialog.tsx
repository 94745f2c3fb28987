import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Form } from './form.tsx';
import { FormError } from './form-error.tsx';
import { SignInFirst } from './sign-in-first.tsx';
import css from './form.module.css';

interface FormDialogProps {
  title: string;
  /** What the form does: "Refuse". */
  confirm: string;
  danger?: boolean;
  busy: boolean;
  /** Why it was not taken: a failure, or a sentence. */
  error?: unknown;
  /** Called only while nothing in the fields is wrong. */
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** A form in a dialog. Mounted while it is open, so that each opening starts fresh. */
export function FormDialog(props: FormDialogProps) {
  const { title, confirm, danger, busy, error, onSubmit, onClose, children } = props;
  const { t } = useTranslation('ui');
  return (
    <Dialog title={title} onClose={onClose}>
      <Form className={css.form} onSubmit={onSubmit}>
        {children}
        <FormError error={error} />
        <SignInFirst error={error} />
        <div className={css.actions}>
          <Button variant="default" size="md" onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <Button type="submit" size="md" loading={busy} danger={danger}>
            {confirm}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
