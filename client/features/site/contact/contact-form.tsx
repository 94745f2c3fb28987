import { useMutation, useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useRef } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { dynamicList } from '#shared/api/site/reference.ts';
import { CONTACT_LIMITS, contactOperator } from '#shared/api/site/site.ts';
import { call } from '#client/lib/api-client.ts';
import { formatCount } from '#client/lib/format/locale.ts';
import { proofOfWork } from '#client/lib/proof-of-work.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { Button } from '#client/ui/button.tsx';
import { FormError } from '#client/ui/form-error.tsx';
import { PhoneField } from '#client/ui/input-filters/fields.tsx';
import { InputField, OptionsField, TextField } from '#client/ui/input-field.tsx';
import { useContactError } from './contact-error.ts';
import { newIntent, sentMessage, type ContactFields, type SentMessage } from './message.ts';
import { useContactRules } from './use-contact-rules.ts';
import css from './contact.module.css';

const SUBJECTS = 'contact-subjects';
/** Staff change the list now and then. */
const MINUTE_MS = 60_000;
const EMPTY: ContactFields = { name: '', email: '', phone: '', subject: '', message: '' };

/** A message to the operator. A press after a failure repeats the same intent: it never arrives twice. */
export function ContactForm() {
  const { t } = useTranslation('contact');
  const localized = useLocalized();
  const errorText = useContactError();
  const rules = useContactRules();
  const intent = useRef(newIntent());
  const { data: subjects, error: noSubjects } = useQuery({
    queryKey: ['dynamic-list', SUBJECTS],
    queryFn: () => call(dynamicList, { query: { name: SUBJECTS } }),
    staleTime: MINUTE_MS,
    refetchInterval: ({ state }) => (state.status === 'error' ? 5_000 : false),
  });
  const offered = subjects?.filter(({ hidden }) => !hidden);
  const form = useForm<ContactFields>({ defaultValues: EMPTY, mode: 'onTouched' });
  const { register, handleSubmit, reset, watch, trigger, control, formState } = form;
  const { errors, isSubmitted } = formState;
  const send = useMutation({
    mutationFn: async (message: SentMessage) =>
      call(contactOperator, {
        body: { ...message, requestId: intent.current(message), captcha: await proofOfWork() },
      }),
    onSuccess: () => reset(EMPTY),
  });

  if (send.data) {
    return (
      <section className={css.sent} role="status">
        <CircleCheck size={40} strokeWidth={1.75} aria-hidden />
        <h2>{t('form.sent', { number: send.data.number })}</h2>
        <p>{t('form.sentText')}</p>
        <Button variant="default" size="md" onClick={() => send.reset()}>
          {t('form.another')}
        </Button>
      </section>
    );
  }
  const left = CONTACT_LIMITS.message - watch('message').length;
  /** Either e-mail or phone is enough: a change of one validates the other again. */
  const other = (name: 'email' | 'phone') => ({
    onChange: () => void (isSubmitted && trigger(name)),
  });
  return (
    <form
      className={css.form}
      noValidate
      aria-labelledby="contact-form"
      onSubmit={(event) => void handleSubmit((fields) => send.mutate(sentMessage(fields)))(event)}
    >
      <div>
        <h2 id="contact-form">{t('form.title')}</h2>
        <p className={css.muted}>{t('form.lead')}</p>
      </div>
      <InputField
        label={t('form.name')}
        error={errors.name?.message}
        autoComplete="name"
        maxLength={CONTACT_LIMITS.name}
        {...register('name', rules.name)}
      />
      <div className={css.pair}>
        <Controller
          name="phone"
          control={control}
          rules={{ ...rules.phone, ...other('email') }}
          render={({ field: { value, onChange, onBlur } }) => (
            <PhoneField
              label={t('form.phone')}
              error={errors.phone?.message}
              value={value}
              onChange={onChange}
              onBlur={onBlur}
            />
          )}
        />
        <InputField
          label={t('form.email')}
          error={errors.email?.message}
          type="email"
          autoComplete="email"
          maxLength={CONTACT_LIMITS.email}
          {...register('email', { ...rules.email, ...other('phone') })}
        />
      </div>
      <p className={css.hint}>{t('form.oneIsEnough')}</p>
      <OptionsField
        label={t('form.subject')}
        error={errors.subject?.message}
        disabled={!subjects}
        {...register('subject', rules.subject)}
      >
        <option value="">
          {subjects ? t('form.choose') : t(noSubjects ? 'form.subjectsFailed' : 'form.loading')}
        </option>
        {offered?.map((subject) => (
          <option key={subject.id} value={subject.id}>
            {localized(subject.label)}
          </option>
        ))}
      </OptionsField>
      <TextField
        label={t('form.message')}
        error={errors.message?.message}
        hint={t('form.left', { count: left, shown: formatCount(left) })}
        rows={6}
        maxLength={CONTACT_LIMITS.message}
        {...register('message', rules.message)}
      />
      <FormError error={send.error ? errorText(send.error) : null} />
      <div className={css.send}>
        <Button type="submit" size="lg" loading={send.isPending}>
          {t('form.send')}
        </Button>
        <p className={css.muted}>{t('form.privacy')}</p>
      </div>
    </form>
  );
}
