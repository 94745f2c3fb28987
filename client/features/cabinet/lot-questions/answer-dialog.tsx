import { useTranslation } from 'react-i18next';
import { answerLotQuestion, type ReceivedQuestion } from '#shared/api/site/lot-questions.ts';
import { ANSWER_TEXT } from '#shared/limits/lot-questions.ts';
import { QuestionWords } from '#client/entities/lot-question/question-words.tsx';
import { useContactText } from '#client/entities/lot-question/use-contact-text.ts';
import { call } from '#client/lib/api-client.ts';
import { TextDialog } from '#client/ui/text-dialog.tsx';

interface AnswerDialogProps {
  question: ReceivedQuestion;
  onClose: () => void;
  onChange: () => void;
}

/** The seller's answer; one that came back begins with what was written. */
export function AnswerDialog({ question, onClose, onChange }: AnswerDialogProps) {
  const { t } = useTranslation('lot-questions');
  const contactText = useContactText();
  const { id: questionId, answer: written } = question;
  return (
    <TextDialog
      title={t('received.answerTitle')}
      confirm={t('send')}
      text={{
        label: t('received.yourAnswer'),
        hint: (count) => t('letters', { count, most: ANSWER_TEXT.max }),
        limits: ANSWER_TEXT,
        short: t('short', { count: ANSWER_TEXT.min }),
        rows: 5,
        ...(written && { initial: written.text }),
      }}
      send={(text) => call(answerLotQuestion, { body: { questionId, text } })}
      outcome={(answer) => {
        switch (answer.verdict) {
          case 'answered':
            return { done: t('received.sent') };
          case 'over':
            return { refused: t('received.over') };
          case 'contact-data':
            return { wrong: contactText(answer.found) };
        }
      }}
      // Whether it was answered is not known without an answer of the server.
      onSettled={onChange}
      onClose={onClose}
    >
      <QuestionWords question={question.question} answer={null} />
    </TextDialog>
  );
}
