import { BadgeCheck, CircleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContactChannel, Profile } from '#shared/api/cabinet/profile.ts';
import { parseEmail } from '#shared/validation/email.ts';
import { parsePhone, showPhone } from '#shared/validation/phone.ts';
import { Button } from '#client/ui/button.tsx';
import { CodeEntry } from '#client/ui/code-entry/code-entry.tsx';
import { FormError } from '#client/ui/form-error.tsx';
import { Form } from '#client/ui/form.tsx';
import { InputField } from '#client/ui/input-field.tsx';
import { PhoneField } from '#client/ui/input-filters/fields.tsx';
import layout from '#client/ui/layout.module.css';
import { CHANGE_PARAMETER, SignInAgain } from './sign-in-again.tsx';
import { useConfirmation } from './use-confirmation.ts';
import css from './profile.module.css';

interface ContactRowProps {
  channel: ContactChannel;
  contact: Profile['phone'];
  /** The change begins open: the person comes back from a renewed sign-in. */
  changing: boolean;
}

const parse = (channel: ContactChannel, text: string): string | null =>
  channel === 'phone' ? parsePhone(text) : parseEmail(text);

/** A phone or an e-mail: whether it is confirmed, and the way to confirm it or another one by a code. */
export function ContactRow({ channel, contact, changing }: ContactRowProps) {
  const { t } = useTranslation('profile');
  const [open, setOpen] = useState(changing || contact.value === null);
  const [typed, setTyped] = useState('');
  const flow = useConfirmation(channel, () => setOpen(false));
  const { value, confirmed } = contact;
  const shown = value === null ? t('contact.none') : channel === 'phone' ? showPhone(value) : value;
  const next = parse(channel, typed);

  const begin = (change: boolean) => {
    flow.leave();
    setTyped('');
    setOpen(change);
    if (!change && value !== null) flow.send(value);
  };
  return (
    <div className={css.contact} id={channel}>
      <div className={css.contactHead}>
        <div>
          <span className={layout.mutedMedium}>{t(`contact.${channel}`)}</span>
          <strong>{shown}</strong>
          <span className={css.mark} data-confirmed={confirmed}>
            {confirmed ? <BadgeCheck size={16} aria-hidden /> : <CircleAlert size={16} aria-hidden />}
            {t(confirmed ? 'contact.confirmed' : 'contact.unconfirmed')}
          </span>
        </div>
        {open || flow.sent ? null : (
          <div className={css.buttons}>
            {value !== null && !confirmed ? (
              <Button loading={flow.sending} onClick={() => begin(false)}>
                {t('contact.confirm')}
              </Button>
            ) : null}
            <Button variant="default" onClick={() => begin(true)}>
              {t('contact.change')}
            </Button>
          </div>
        )}
      </div>
      {flow.signInAgain ? (
        <SignInAgain text={t('again.text')} place={`?${CHANGE_PARAMETER}=${channel}`} onClose={flow.leave} />
      ) : null}
      {flow.sent ? (
        <CodeEntry
          sent={flow.sent}
          problem={flow.problem}
          busy={flow.confirming}
          confirm={t('contact.confirm')}
          onConfirm={flow.confirm}
          onResend={flow.resend}
          resending={flow.sending}
          onCancel={flow.leave}
        />
      ) : open ? (
        <Form className={layout.stack4} onSubmit={() => next && flow.send(next)}>
          <p className={layout.mutedMedium}>{t(`contact.new.${channel}`)}</p>
          <div className={css.narrow}>
            <ContactField
              channel={channel}
              value={typed}
              onChange={setTyped}
              problem={!next ? t(`errors.${channel}`) : null}
            />
          </div>
          <FormError error={flow.problem} />
          <div className={css.buttons}>
            <Button type="submit" size="md" loading={flow.sending}>
              {t('contact.send')}
            </Button>
            {value === null ? null : (
              <Button variant="subtle" size="md" onClick={() => setOpen(false)}>
                {t('ui:action.cancel')}
              </Button>
            )}
          </div>
        </Form>
      ) : (
        <FormError error={flow.problem} />
      )}
    </div>
  );
}

interface ContactFieldProps {
  channel: ContactChannel;
  value: string;
  onChange: (text: string) => void;
  problem: string | null;
}

function ContactField({ channel, value, onChange, problem }: ContactFieldProps) {
  const { t } = useTranslation('profile');
  const label = t(`contact.field.${channel}`);
  if (channel === 'phone')
    return <PhoneField label={label} value={value} onChange={onChange} problem={problem} />;
  return (
    <InputField
      label={label}
      problem={problem}
      type="email"
      autoComplete="email"
      maxLength={254}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
