import { useMutation } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createApiToken, TOKEN_DAYS, TOKEN_NAME_MAX } from '#shared/api/cabinet/api-tokens.ts';
import { TOKEN_SCOPES, type TokenScope } from '#shared/api/token-scopes.ts';
import { call } from '#client/lib/api-client.ts';
import { Button } from '#client/ui/button.tsx';
import { ChoiceField } from '#client/ui/choice-field.tsx';
import { DialogActions } from '#client/ui/dialog-parts.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { FormDialog } from '#client/ui/form-dialog.tsx';
import { InputField, OptionsField } from '#client/ui/input-field.tsx';
import { notify } from '#client/ui/toasts.tsx';
import css from './api-tokens.module.css';

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
  const [tried, setTried] = useState(false);
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
      onSubmit={() => {
        setTried(true);
        if (!missing) create.mutate();
      }}
      onClose={onClose}
    >
      <InputField
        label={t('name')}
        hint={t('nameHint')}
        error={tried && missing ? t('nameMissing') : null}
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
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(token);
      notify('success', t('copied'));
    } catch {
      // Not retried: the browser denies the clipboard, and the page says so.
      notify('warning', t('copyFailed'));
    }
  };
  return (
    <Dialog title={t('made')} onClose={onClose}>
      <div className={css.made}>
        <p role="status">{t('madeText')}</p>
        <code className={css.token}>{token}</code>
        <p className={css.muted}>{t('header')}</p>
        <code className={css.token}>{`${HEADER} ${token.slice(0, 10)}…`}</code>
        <DialogActions>
          <Button
            variant="default"
            size="md"
            leftSection={<Copy size={18} aria-hidden />}
            onClick={() => void copy()}
          >
            {t('copy')}
          </Button>
          <Button size="md" onClick={onClose}>
            {t('stored')}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}
