import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ShownQuestion } from '#shared/api/site/lot-questions.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import layout from '#client/ui/layout.module.css';
import css from './lot-question.module.css';

interface QuestionWordsProps {
  question: ShownQuestion['question'];
  answer: ShownQuestion['answer'];
  /** Shown where there is no answer; nothing by default. */
  unanswered?: ReactNode;
  /** Personal data were taken out of both. */
  masked?: boolean;
  /** Beside the time of the answer. */
  note?: ReactNode;
}

/** A question and its answer, each read aloud in the language in which it was written. */
export function QuestionWords({
  question,
  answer,
  unanswered = null,
  masked = false,
  note = null,
}: QuestionWordsProps) {
  const { t } = useTranslation('lot-questions');
  return (
    <div className={css.words}>
      <p className={css.question} lang={question.language}>
        {question.text}
      </p>
      <p className={layout.mutedSmall}>{t('asked', { time: formatDateTimeShort(question.atMs) })}</p>
      {answer ? (
        <blockquote className={css.answer}>
          <p lang={answer.language}>{answer.text}</p>
          <p className={layout.mutedSmall}>
            {t('answered', { time: formatDateTimeShort(answer.atMs) })}
            {note}
          </p>
        </blockquote>
      ) : unanswered === null ? null : (
        <p className={layout.mutedSmall}>{unanswered}</p>
      )}
      {masked ? <p className={layout.mutedSmall}>{t('masked')}</p> : null}
    </div>
  );
}
