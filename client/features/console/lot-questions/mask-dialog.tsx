import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { StaffQuestion } from '#shared/api/site/lot-questions.ts';
import { isMaskOf } from '#shared/content/masked-text.ts';
import { ANSWER_TEXT, QUESTION_TEXT } from '#shared/limits/lot-questions.ts';
import { ProposeDialog } from '#client/entities/decision/propose-dialog.tsx';
import { Muted } from '#client/ui/dialog-parts.tsx';
import { TextField } from '#client/ui/input-field.tsx';

interface MaskDialogProps {
  question: StaffQuestion;
  onClose: () => void;
  onChange: () => void;
}

/** Personal data in a shown question and its answer: a colleague decides whether they are taken out. */
export function MaskDialog({ question: { id, question, answer }, onClose, onChange }: MaskDialogProps) {
  const { t } = useTranslation(['console-lot-questions', 'console-decisions']);
  const before = { question: question.text, answer: answer?.text ?? '' };
  const [words, setWords] = useState(before);
  const given = { question: words.question.trim(), answer: words.answer.trim() };
  const isWrong = (part: keyof typeof before) =>
    given[part] !== before[part] && !isMaskOf(given[part], before[part]);
  const isSame = given.question === before.question && given.answer === before.answer;
  const problem = (part: keyof typeof before) => (isWrong(part) || isSame ? t('mask.wrong') : null);
  const ready = !isSame && !isWrong('question') && !isWrong('answer');
  return (
    <ProposeDialog
      kind="mask-question"
      proposed={ready ? { kind: 'mask-question', payload: { questionId: id, ...given } } : null}
      onClose={onClose}
      onProposed={onChange}
    >
      <Muted>{t('mask.lead')}</Muted>
      <TextField
        label={t('mask.question')}
        maxLength={QUESTION_TEXT.max}
        value={words.question}
        problem={problem('question')}
        onChange={({ target }) => setWords({ ...words, question: target.value })}
      />
      <TextField
        label={t('mask.answer')}
        maxLength={ANSWER_TEXT.max}
        value={words.answer}
        problem={problem('answer')}
        onChange={({ target }) => setWords({ ...words, answer: target.value })}
      />
    </ProposeDialog>
  );
}
