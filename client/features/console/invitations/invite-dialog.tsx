import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ACCOUNT_REASON, ACCOUNT_EVIDENCE } from '#shared/api/console/console-accounts.ts';
import { inviteStaff } from '#shared/api/console/console-invitations.ts';
import { STAFF_ROLES } from '#shared/api/contract.ts';
import { LANGUAGES, type Language } from '#shared/i18n/languages.ts';
import { parseEmail } from '#shared/validation/email.ts';
import { parsePhone } from '#shared/validation/phone.ts';
import { call } from '#client/lib/api-client.ts';
import { FormDialog } from '#client/ui/form-dialog.tsx';
import { FormProblem } from '#client/ui/form.tsx';
import { InputField, OptionsField, TextField } from '#client/ui/input-field.tsx';
import { notify } from '#client/ui/toasts.tsx';
import css from './console-invitations.module.css';

type StaffRole = (typeof STAFF_ROLES)[number];

const EMPTY = { name: '', email: '', phone: '+998 ', reason: '', evidence: '' };

/** Whom an administrator wants on the staff, with which roles, and why. */
export function InviteDialog({ onClose, onChange }: { onClose: () => void; onChange: () => void }) {
  const { t } = useTranslation('console-invitations');
  const [written, setWritten] = useState(EMPTY);
  const [roles, setRoles] = useState<readonly StaffRole[]>([]);
  const [language, setLanguage] = useState<Language>('uz');
  const { name, email, phone, reason, evidence } = written;
  const problems: Partial<Record<keyof typeof EMPTY, string | null>> = {
    name: name.trim().length < 2 ? t('problem.name') : null,
    email: parseEmail(email) === null ? t('problem.email') : null,
    phone: parsePhone(phone) === null ? t('problem.phone') : null,
    reason: reason.trim().length < ACCOUNT_REASON.min ? t('short', { count: ACCOUNT_REASON.min }) : null,
    evidence:
      evidence.trim().length < ACCOUNT_EVIDENCE.min ? t('short', { count: ACCOUNT_EVIDENCE.min }) : null,
  };
  const invite = useMutation({
    mutationFn: () => call(inviteStaff, { body: { ...written, roles: [...roles], language } }),
    onSuccess: () => {
      notify('success', t('done.invite'));
      onChange();
      onClose();
    },
  });
  const field = (key: keyof typeof EMPTY) => ({
    problem: problems[key] ?? null,
    value: written[key],
    onChange: ({ target }: { target: { value: string } }) => setWritten({ ...written, [key]: target.value }),
  });
  return (
    <FormDialog
      title={t('invite.title')}
      confirm={t('invite.ask')}
      busy={invite.isPending}
      error={invite.error}
      onSubmit={() => invite.mutate()}
      onClose={onClose}
    >
      <p className={css.muted}>{t('invite.text')}</p>
      <InputField label={t('field.name')} data-autofocus maxLength={200} {...field('name')} />
      <InputField label={t('field.email')} type="email" maxLength={254} {...field('email')} />
      <InputField label={t('field.phone')} type="tel" maxLength={40} {...field('phone')} />
      <fieldset className={css.roles}>
        <legend>{t('column.roles')}</legend>
        {STAFF_ROLES.map((role) => (
          <label key={role}>
            <input
              type="checkbox"
              checked={roles.includes(role)}
              onChange={({ target }) =>
                setRoles(target.checked ? [...roles, role] : roles.filter((each) => each !== role))
              }
            />
            {t(`role.${role}`)}
          </label>
        ))}
        <FormProblem problem={roles.length === 0 ? t('problem.roles') : null} />
      </fieldset>
      <OptionsField
        label={t('field.language')}
        value={language}
        onChange={({ target }) => setLanguage(LANGUAGES.find((each) => each === target.value) ?? 'uz')}
      >
        {LANGUAGES.map((each) => (
          <option key={each} value={each} lang={each}>
            {t(`language.${each}`)}
          </option>
        ))}
      </OptionsField>
      <TextField label={t('reason')} maxLength={ACCOUNT_REASON.max} {...field('reason')} />
      <TextField label={t('field.evidence')} maxLength={ACCOUNT_EVIDENCE.max} {...field('evidence')} />
    </FormDialog>
  );
}
