import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { askLotQuestion } from '#shared/api/site/lot-questions.ts';
import { QUESTION_TEXT } from '#shared/limits/lot-questions.ts';
import { useContactText } from '#client/entities/lot-question/use-contact-text.ts';
import { call } from '#client/lib/api-client.ts';
import { FormDialog } from '#client/ui/form-dialog.tsx';
import { TextField } from '#client/ui/input-field.tsx';
import { notify } from '#client/ui/toasts.tsx';
import { useRefreshQuestions } from './question-queries.ts';

/** A question to the seller, which staff look at before anybody sees it. */
export function AskDialog({ lotId, onClose }: { lotId: number; onClose: () => void }) {
  const { t } = useTranslation('lot-questions');
  const refresh = useRefreshQuestions();
  const contactText = useContactText();
  const [text, setText] = useState('');
  const [tried, setTried] = useState(false);
  const written = text.trim();
  const short = written.length < QUESTION_TEXT.min;
  const ask = useMutation({
    mutationFn: () => call(askLotQuestion, { body: { lotId, text: written } }),
    onSuccess: (answer) => {
      if (answer.verdict !== 'asked') return;
      notify('success', t(answer.already ? 'alreadySent' : 'sent'));
      onClose();
    },
    // Whether it was asked is not known without an answer.
    onSettled: refresh,
  });
  const { data } = ask;
  const found = data?.verdict === 'contact-data' ? contactText(data.found) : null;
  const refused = data?.verdict === 'refused' ? t(`refused.${data.reason}`) : null;
  return (
    <FormDialog
      title={t('askTitle')}
      confirm={t('send')}
      busy={ask.isPending}
      error={refused ?? ask.error}
      onSubmit={() => {
        setTried(true);
        if (!short) ask.mutate();
      }}
      onClose={onClose}
    >
      <p>{t('askLead')}</p>
      <TextField
        label={t('yourQuestion')}
        hint={t('letters', { count: written.length, most: QUESTION_TEXT.max })}
        error={tried && short ? t('short', { count: QUESTION_TEXT.min }) : found}
        maxLength={QUESTION_TEXT.max}
        rows={4}
        value={text}
        data-autofocus
        onChange={({ target }) => {
          setText(target.value);
          ask.reset();
        }}
      />
    </FormDialog>
  );
}
