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
import { TextDialog } from '#client/ui/text-dialog.tsx';

type OwnMove = Exclude<QuestionMove, 'mask'>;

interface DecideDialogProps {
  question: StaffQuestion;
  move: OwnMove;
  onClose: () => void;
  onChange: () => void;
}

/** What has to be written for a move. */
const WRITTEN = { approve: null, answer: ANSWER_TEXT, refuse: QUESTION_REASON, hide: QUESTION_REASON };

function decide({ id, version }: StaffQuestion, move: OwnMove, text: string): Promise<StaffQuestion> {
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
  const limits = WRITTEN[move];
  const { id, lotId } = question;
  return (
    <TextDialog
      title={t(`dialog.${move}`, { id })}
      confirm={t(`act.${move}`)}
      danger={move === 'hide'}
      text={
        limits && {
          label: t(move === 'answer' ? 'dialog.answerLabel' : 'dialog.reason'),
          limits,
          short: t('dialog.short', { count: limits.min }),
          rows: 4,
        }
      }
      send={(text) => decide(question, move, text)}
      outcome={() => ({ done: t(`done.${move}`, { id }) })}
      // Perhaps changed by another person: the refetched list shows its state.
      onSettled={onChange}
      onClose={onClose}
    >
      <p>{t(`dialog.${move}Text`, { lot: lotId })}</p>
      <QuestionWords question={question.question} answer={question.answer} />
    </TextDialog>
  );
}
