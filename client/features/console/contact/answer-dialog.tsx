import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answerContactMessage, type ContactMessageView } from '#shared/api/console/console-contact.ts';
import { contactTemplates } from '#shared/api/console/contact-templates.ts';
import { ANSWER_LIMITS, answerProblem, answerSms, filledAnswer } from '#shared/contact/answers.ts';
import type { MessageWords } from '#shared/notifications/own-texts.ts';
import { smsParts } from '#shared/notifications/sms-parts.ts';
import { showPhone } from '#shared/validation/phone.ts';
import { call } from '#client/lib/api-client.ts';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { FailedPart } from '#client/ui/failed-part.tsx';
import { FormDialog } from '#client/ui/form-dialog.tsx';
import { InputField, OptionsField, TextField } from '#client/ui/input-field.tsx';
import { notify } from '#client/ui/toasts.tsx';
import writing from '#client/ui/writing.module.css';
import css from './contact-messages.module.css';

interface AnswerDialogProps {
  message: ContactMessageView;
  /** After an answer, and after a failure, whose effect is not known. */
  onSettled: () => void;
  onClose: () => void;
}

/** An answer to a message: what a template gives, changed as the message asks for, and sent to its address. */
export function AnswerDialog({ message, onSettled, onClose }: AnswerDialogProps) {
  const { t } = useTranslation('console-contact');
  const title = t('form.title', { number: message.number });
  if (message.channel === null)
    return (
      <Dialog title={title} onClose={onClose}>
        <EmptyState title={t('errors.no-channel')} text={t('form.noChannel')} />
      </Dialog>
    );
  return <AnswerForm {...{ message, title, onSettled, onClose }} channel={message.channel} />;
}

interface AnswerFormProps extends AnswerDialogProps {
  title: string;
  channel: NonNullable<ContactMessageView['channel']>;
}

function AnswerForm({ message, title, channel, onSettled, onClose }: AnswerFormProps) {
  const { t } = useTranslation('console-contact');
  const { number, name, language } = message;
  const templates = useQuery({
    queryKey: ['contact-templates'],
    queryFn: ({ signal }) => call(contactTemplates, { signal }),
  });
  const offered = (templates.data ?? [])
    .filter(({ retired }) => !retired)
    .map(({ id, texts }) => ({ id, words: filledAnswer(texts, language, { name, number: String(number) }) }));
  const [template, setTemplate] = useState('');
  const [words, setWords] = useState<MessageWords>({ title: '', text: '' });
  const sending = useMutation({
    mutationFn: () => call(answerContactMessage, { params: { number }, body: words }),
    // Not retried: the form says what went wrong and leaves the answer as it is.
    onSuccess: () => {
      notify('success', t('sent', { number }));
      onClose();
    },
    onSettled,
  });
  const problem = answerProblem(words, channel);
  const wrong = problem === 'too-long' ? t('form.tooLong') : problem && t(`errors.${problem}`);
  return (
    <FormDialog
      title={title}
      confirm={t('form.send')}
      busy={sending.isPending}
      error={sending.error}
      onSubmit={() => sending.mutate()}
      onClose={onClose}
    >
      <p className={css.question} lang={language}>
        {message.message}
      </p>
      {templates.error ? (
        <FailedPart
          name={t('form.templates')}
          error={templates.error}
          onRetry={() => void templates.refetch()}
        />
      ) : null}
      {offered.length > 0 ? (
        <OptionsField
          label={t('form.template')}
          value={template}
          onChange={({ target }) => {
            const chosen = offered.find(({ id }) => id === target.value);
            setTemplate(target.value);
            if (chosen) setWords(chosen.words);
          }}
        >
          <option value="">{t('form.none')}</option>
          {offered.map((each) => (
            <option key={each.id} value={each.id} lang={language}>
              {each.words.title}
            </option>
          ))}
        </OptionsField>
      ) : null}
      <InputField
        label={t('form.subject')}
        lang={language}
        maxLength={ANSWER_LIMITS.title}
        value={words.title}
        problem={words.title.trim() === '' ? t('form.empty') : null}
        onChange={({ target }) => setWords({ ...words, title: target.value })}
      />
      <TextField
        label={t('form.text')}
        lang={language}
        rows={8}
        maxLength={ANSWER_LIMITS.text}
        value={words.text}
        problem={words.text.trim() === '' ? t('form.empty') : wrong}
        onChange={({ target }) => setWords({ ...words, text: target.value })}
      />
      <AnswerWay message={message} channel={channel} text={words.text} />
    </FormDialog>
  );
}

/** Where the answer goes. */
function AnswerWay({
  message,
  channel,
  text,
}: {
  message: ContactMessageView;
  channel: AnswerFormProps['channel'];
  text: string;
}) {
  const { t } = useTranslation('console-contact');
  if (channel === 'email') return <p className={writing.muted}>{t('form.email', { to: message.email })}</p>;
  const sms = answerSms(text.trim());
  return (
    <p className={writing.muted}>
      {t('form.sms', {
        to: showPhone(message.phone ?? ''),
        parts: smsParts(sms),
        letters: [...sms].length,
      })}
    </p>
  );
}
