import type { ReactNode } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '#client/ui/button.tsx';
import { FormError } from '#client/ui/form-error.tsx';
import { SignInFirst } from '#client/ui/sign-in-first.tsx';
import { notify } from '#client/ui/toasts.tsx';
import layout from '#client/ui/layout.module.css';
import type { useProfileChange } from './profile-query.ts';

interface SavedFormProps<Fields extends FieldValues> {
  form: UseFormReturn<Fields>;
  save: ReturnType<typeof useProfileChange<Fields>>;
  children: ReactNode;
}

/** A form of the profile: saved as a whole, once something in it has been changed. */
export function SavedForm<Fields extends FieldValues>({ form, save, children }: SavedFormProps<Fields>) {
  const { t } = useTranslation('profile');
  const submit = form.handleSubmit((fields) =>
    save.mutate(fields, { onSuccess: () => notify('success', t('saved')) }),
  );
  return (
    <form className={layout.stack4} noValidate onSubmit={(event) => void submit(event)}>
      {children}
      <FormError error={save.error} />
      <SignInFirst error={save.error} />
      <div>
        <Button type="submit" size="md" loading={save.isPending} disabled={!form.formState.isDirty}>
          {t('save')}
        </Button>
      </div>
    </form>
  );
}
