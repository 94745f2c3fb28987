import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  answerLotQuestionByStaff,
  approveLotQuestion,
  hideLotQuestion,
  refuseLotQuestion,
  type QuestionMove,
  type StaffQuestion,
} from '#shared/api/site/lot-questions.ts';
import { ANSWER_TEXT, QUESTION_REASON } from '#shared/limits/lot-questions.ts';
import { QuestionWords } from '#client/entities/lot-question/question-words.tsx';
import { call } from '#client/lib/api-client.ts';
import { FormDialog } from '#client/ui/form-dialog.tsx';
import { TextField } from '#client/ui/input-field.tsx';
import { notify } from '#client/ui/toasts.tsx';

interface DecideDialogProps {
  question: StaffQuestion;
  move: QuestionMove;
  onClose: () => void;
  onChange: () => void;
}

/** What has to be written for a move. */
const WRITTEN = { approve: null, answer: ANSWER_TEXT, refuse: QUESTION_REASON, hide: QUESTION_REASON };

function decide({ id, version }: StaffQuestion, move: QuestionMove, text: string): Promise<StaffQuestion> {
  const params = { questionId: id };
  switch (move) {
    case 'approve':
      return call(approveLotQuestion, { params, body: { version } });
    case 'answer':
      return call(answerLotQuestionByStaff, { params, body: { version, text } });
    case 'refuse':
      return call(refuseLotQuestion, { params, body: { version, reason: text } });
    case 'hide':
      return call(hideLotQuestion, { params, body: { version, reason: text } });
  }
}

/** One decision about a question: its words once more, what follows, and what is written to whom. */
export function DecideDialog({ question, move, onClose, onChange }: DecideDialogProps) {
  const { t } = useTranslation('console-lot-questions');
  const [text, setText] = useState('');
  const [tried, setTried] = useState(false);
  const limits = WRITTEN[move];
  const written = text.trim();
  const short = limits !== null && written.length < limits.min;
  const { id, lotId } = question;
  const sending = useMutation({
    mutationFn: () => decide(question, move, written),
    onSuccess: () => {
      notify('success', t(`done.${move}`, { id }));
      onClose();
    },
    // Perhaps changed by another person: the refetched list shows its state.
    onSettled: onChange,
  });
  return (
    <FormDialog
      title={t(`dialog.${move}`, { id })}
      confirm={t(`act.${move}`)}
      danger={move === 'hide'}
      busy={sending.isPending}
      error={sending.error}
      onSubmit={() => {
        setTried(true);
        if (!short) sending.mutate();
      }}
      onClose={onClose}
    >
      <p>{t(`dialog.${move}Text`, { lot: lotId })}</p>
      <QuestionWords question={question.question} answer={question.answer} />
      {limits === null ? null : (
        <TextField
          label={t(move === 'answer' ? 'dialog.answerLabel' : 'dialog.reason')}
          error={tried && short ? t('dialog.short', { count: limits.min }) : null}
          maxLength={limits.max}
          rows={4}
          value={text}
          data-autofocus
          onChange={({ target }) => setText(target.value)}
        />
      )}
    </FormDialog>
  );
}
