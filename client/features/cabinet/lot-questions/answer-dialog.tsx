import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answerLotQuestion, type ReceivedQuestion } from '#shared/api/site/lot-questions.ts';
import { ANSWER_TEXT } from '#shared/limits/lot-questions.ts';
import { QuestionWords } from '#client/entities/lot-question/question-words.tsx';
import { useContactText } from '#client/entities/lot-question/use-contact-text.ts';
import { call } from '#client/lib/api-client.ts';
import { FormDialog } from '#client/ui/form-dialog.tsx';
import { TextField } from '#client/ui/input-field.tsx';
import { notify } from '#client/ui/toasts.tsx';

interface AnswerDialogProps {
  question: ReceivedQuestion;
  onClose: () => void;
  onChange: () => void;
}

/** The seller's answer; one that came back begins with what was written. */
export function AnswerDialog({ question, onClose, onChange }: AnswerDialogProps) {
  const { t } = useTranslation('lot-questions');
  const contactText = useContactText();
  const [text, setText] = useState(question.answer?.text ?? '');
  const [tried, setTried] = useState(false);
  const written = text.trim();
  const short = written.length < ANSWER_TEXT.min;
  const send = useMutation({
    mutationFn: () => call(answerLotQuestion, { body: { questionId: question.id, text: written } }),
    onSuccess: ({ verdict }) => {
      if (verdict !== 'answered') return;
      notify('success', t('received.sent'));
      onClose();
    },
    // Whether it was answered is not known without an answer of the server.
    onSettled: onChange,
  });
  const { data } = send;
  const found = data?.verdict === 'contact-data' ? contactText(data.found) : null;
  return (
    <FormDialog
      title={t('received.answerTitle')}
      confirm={t('send')}
      busy={send.isPending}
      error={data?.verdict === 'over' ? t('received.over') : send.error}
      onSubmit={() => {
        setTried(true);
        if (!short) send.mutate();
      }}
      onClose={onClose}
    >
      <QuestionWords question={question.question} answer={null} />
      <TextField
        label={t('received.yourAnswer')}
        hint={t('letters', { count: written.length, most: ANSWER_TEXT.max })}
        error={tried && short ? t('short', { count: ANSWER_TEXT.min }) : found}
        maxLength={ANSWER_TEXT.max}
        rows={5}
        value={text}
        data-autofocus
        onChange={({ target }) => {
          setText(target.value);
          send.reset();
        }}
      />
    </FormDialog>
  );
}
