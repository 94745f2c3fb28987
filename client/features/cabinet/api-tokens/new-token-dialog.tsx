import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createApiToken, TOKEN_DAYS, TOKEN_NAME_MAX } from '#shared/api/cabinet/api-tokens.ts';
import { TOKEN_SCOPES, type TokenScope } from '#shared/api/token-scopes.ts';
import { SecretCode, ShownOnce } from '#client/entities/shown-once/shown-once.tsx';
import { call } from '#client/lib/api-client.ts';
import { ChoiceField } from '#client/ui/choice-field.tsx';
import { FormDialog } from '#client/ui/form-dialog.tsx';
import { InputField, OptionsField } from '#client/ui/input-field.tsx';
import layout from '#client/ui/layout.module.css';

const HEADER = 'Authorization: Bearer';

interface NewTokenDialogProps {
  onCreated: () => void;
  onClose: () => void;
}

/** Asks what the token is for, and then shows it: this once. */
export function NewTokenDialog({ onCreated, onClose }: NewTokenDialogProps) {
  const { t } = useTranslation('api-tokens');
  const [name, setName] = useState('');
  const [scope, setScope] = useState<TokenScope>('read');
  const [days, setDays] = useState<(typeof TOKEN_DAYS)[number]>(30);
  const missing = name.trim() === '';
  const create = useMutation({
    mutationFn: () => call(createApiToken, { body: { name: name.trim(), scope, days } }),
    // Whether it was made is not known without an answer: the list shows it.
    onSettled: onCreated,
  });
  if (create.data) return <ShownToken token={create.data.token} onClose={onClose} />;
  return (
    <FormDialog
      title={t('new')}
      confirm={t('create')}
      busy={create.isPending}
      error={create.error}
      onSubmit={() => create.mutate()}
      onClose={onClose}
    >
      <InputField
        label={t('name')}
        hint={t('nameHint')}
        problem={missing ? t('nameMissing') : null}
        maxLength={TOKEN_NAME_MAX}
        autoComplete="off"
        value={name}
        data-autofocus
        onChange={({ target }) => setName(target.value)}
      />
      <ChoiceField
        label={t('scopeLabel')}
        value={scope}
        onChange={setScope}
        options={TOKEN_SCOPES.map((value) => ({
          value,
          label: t(`scope.${value}`),
          hint: t(`scopeHint.${value}`),
        }))}
      />
      <OptionsField
        label={t('daysLabel')}
        value={String(days)}
        onChange={({ target }) =>
          setDays(TOKEN_DAYS.find((each) => String(each) === target.value) ?? TOKEN_DAYS[0])
        }
      >
        {TOKEN_DAYS.map((each) => (
          <option key={each} value={String(each)}>
            {t('days', { count: each })}
          </option>
        ))}
      </OptionsField>
    </FormDialog>
  );
}

function ShownToken({ token, onClose }: { token: string; onClose: () => void }) {
  const { t } = useTranslation('api-tokens');
  return (
    <ShownOnce title={t('made')} text={t('madeText')} secret={token} stored={t('stored')} onClose={onClose}>
      <p className={layout.mutedSmall}>{t('header')}</p>
      <SecretCode>{`${HEADER} ${token.slice(0, 10)}…`}</SecretCode>
    </ShownOnce>
  );
}
