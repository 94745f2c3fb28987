import { useMutation } from '@tanstack/react-query';
import { Info } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { issueDevelopmentKey, type DevelopmentKey } from '#shared/api/cabinet/signatures.ts';
import { call } from '#client/lib/api-client.ts';
import { Button } from '#client/ui/button.tsx';
import { PasswordInput } from './password-input.tsx';
import { useProblemText } from './problem-text.ts';
import css from './e-signature.module.css';

const SHORTEST = 6;

interface TestKeyFormProps {
  onMade: (key: DevelopmentKey) => void;
  /** Back to the keys there are already; null: there are none. */
  onCancel: (() => void) | null;
}

/** A test key under a password of the person's own, where E-IMZO is not connected. */
export function TestKeyForm({ onMade, onCancel }: TestKeyFormProps) {
  const { t } = useTranslation('e-signature');
  const problemText = useProblemText();
  const [password, setPassword] = useState('');
  const [pressed, setPressed] = useState(false);
  const issue = useMutation({
    mutationFn: () => call(issueDevelopmentKey, { body: { password } }),
    onSuccess: (answer) => {
      if (answer.outcome === 'issued') onMade(answer.key);
    },
  });
  const refused = issue.data?.outcome === 'refused' ? issue.data.reason : null;
  const short = password.length < SHORTEST;
  const failure = issue.error
    ? problemText(issue.error)
    : refused && (refused === 'too-many-keys' ? t('trouble.too-many-keys') : t('refusal.account-without-id'));

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setPressed(true);
    if (!short && !issue.isPending) issue.mutate();
  };

  return (
    <form className={css.form} onSubmit={submit} noValidate>
      <h3>{t('sign.makeTest')}</h3>
      <p className={css.info}>
        <Info size={20} aria-hidden />
        <span>{t('sign.makeTestText')}</span>
      </p>
      <PasswordInput
        label={t('sign.newPassword')}
        hint={t('sign.newPasswordHint')}
        error={pressed && short ? t('sign.passwordShort') : null}
        value={password}
        isNew
        onChange={setPassword}
      />
      {failure ? (
        <p className={css.failure} role="alert">
          {failure}
        </p>
      ) : null}
      <div className={css.actions}>
        {onCancel ? (
          <Button variant="default" size="md" onClick={onCancel}>
            {t('sign.cancel')}
          </Button>
        ) : null}
        <Button type="submit" size="md" loading={issue.isPending}>
          {t('sign.make')}
        </Button>
      </div>
    </form>
  );
}
