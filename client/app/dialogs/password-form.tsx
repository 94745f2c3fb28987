import { Eye, EyeOff } from 'lucide-react';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { PASSWORD_MAX, PASSWORD_MIN, problemOfPassword } from '#shared/validation/password.ts';
import { Button } from '#client/ui/button.tsx';
import { Field } from '#client/ui/field.tsx';
import layout from '#client/ui/layout.module.css';
import css from './dialogs.module.css';

interface PasswordFormProps {
  busy: boolean;
  /** Why the last try did not succeed. */
  failure: string | null;
  onSubmit: (password: string) => void;
  onClose: () => void;
}

type FieldName = 'password' | 'repeat';

/** The new password and its repetition; each is checked when it is left, and both before they are sent. */
export function PasswordForm({ busy, failure, onSubmit, onClose }: PasswordFormProps) {
  const { t } = useTranslation('account');
  const [values, setValues] = useState({ password: '', repeat: '' });
  const [left, setLeft] = useState({ password: false, repeat: false });
  const [shown, setShown] = useState(false);
  const inputs = { password: useRef<HTMLInputElement>(null), repeat: useRef<HTMLInputElement>(null) };
  const problems = problemsOf(values, useMostUsed());
  const label = { password: t('password.new'), repeat: t('password.repeat') };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setLeft({ password: true, repeat: true });
    const wrong = (['password', 'repeat'] as const).find((name) => problems[name]);
    if (wrong) inputs[wrong].current?.focus();
    else if (!busy) onSubmit(values.password);
  };

  const sentence = (name: FieldName) => {
    const problem = left[name] ? problems[name] : null;
    return problem ? t(`password.problem.${problem}`, { label: label[name], min: PASSWORD_MIN }) : null;
  };

  return (
    <form onSubmit={submit} noValidate className={layout.stack4}>
      {(['password', 'repeat'] as const).map((name) => (
        <Field
          key={name}
          label={label[name]}
          error={sentence(name)}
          {...(name === 'password' ? { hint: t('password.hint', { min: PASSWORD_MIN }) } : {})}
        >
          {(ids) => (
            <input
              ref={inputs[name]}
              {...ids}
              type={shown ? 'text' : 'password'}
              name={name === 'password' ? 'new_password' : 'repeat_password'}
              autoComplete="new-password"
              maxLength={PASSWORD_MAX}
              required
              value={values[name]}
              onChange={(event) => setValues({ ...values, [name]: event.target.value })}
              onBlur={() => setLeft((before) => ({ ...before, [name]: before[name] || values[name] !== '' }))}
              {...(name === 'password' ? { 'data-autofocus': true } : {})}
            />
          )}
        </Field>
      ))}
      <button type="button" className={css.show} aria-pressed={shown} onClick={() => setShown(!shown)}>
        {shown ? <EyeOff size={18} aria-hidden /> : <Eye size={18} aria-hidden />}
        {t('password.show')}
      </button>
      <p className={layout.mutedSmall}>{t('password.others')}</p>
      {failure ? (
        <p className={css.failure} role="alert">
          {failure}
        </p>
      ) : null}
      <div className={css.actions}>
        <Button variant="default" size="md" onClick={onClose}>
          {t('ui:action.cancel')}
        </Button>
        <Button type="submit" size="md" loading={busy}>
          {t('password.save')}
        </Button>
      </div>
    </form>
  );
}

const NONE: ReadonlySet<string> = new Set();

/** The most used passwords, read while one is typed; without them the server alone refuses these. */
function useMostUsed(): ReadonlySet<string> {
  const [list, setList] = useState(NONE);
  useEffect(() => {
    import('#shared/validation/most-used-passwords.json').then(
      (module) => setList(new Set(module.default)),
      // Not retried: the server checks the same list.
      () => undefined,
    );
  }, []);
  return list;
}

function problemsOf(
  { password, repeat }: Record<FieldName, string>,
  mostUsed: ReadonlySet<string>,
): Record<FieldName, string | null> {
  return {
    password: password === '' ? 'required' : problemOfPassword(password, {}, mostUsed),
    repeat: repeat === '' ? 'required' : repeat === password ? null : 'repeat',
  };
}
