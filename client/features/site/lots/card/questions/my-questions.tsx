import { useMutation } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { withdrawLotQuestion, type MyQuestion } from '#shared/api/site/lot-questions.ts';
import { SHOWN_QUESTIONS } from '#shared/lifecycles/lot-question.ts';
import { QuestionBadge } from '#client/entities/lot-question/question-badge.tsx';
import { QuestionWords } from '#client/entities/lot-question/question-words.tsx';
import { call } from '#client/lib/api-client.ts';
import { Button } from '#client/ui/button.tsx';
import { useErrorText } from '#client/ui/error-state.tsx';
import { notify } from '#client/ui/toasts.tsx';
import { useRefreshQuestions } from './question-queries.ts';
import css from './questions.module.css';

/** Everybody sees these below: they are not shown twice. */
const isShown = ({ state }: MyQuestion) => (SHOWN_QUESTIONS as readonly string[]).includes(state);

/** The person's questions that others do not see: what became of each. */
export function MyQuestions({ questions }: { questions: readonly MyQuestion[] }) {
  const { t } = useTranslation('lot-questions');
  const own = questions.filter((question) => !isShown(question));
  if (own.length === 0) return null;
  return (
    <section className={css.mine} aria-labelledby="my-lot-questions">
      <h3 id="my-lot-questions">{t('mine')}</h3>
      <ul className={css.list}>
        {own.map((question) => (
          <li key={question.id}>
            <Mine question={question} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Mine({ question }: { question: MyQuestion }) {
  const { t } = useTranslation('lot-questions');
  const refresh = useRefreshQuestions();
  const errorText = useErrorText();
  const withdraw = useMutation({
    mutationFn: () => call(withdrawLotQuestion, { body: { questionId: question.id } }),
    onSuccess: ({ verdict }) =>
      verdict === 'withdrawn' ? notify('success', t('withdrawn')) : notify('warning', t('tooLate')),
    // Not retried: the button stays, and the person may press it again.
    onError: (error) => notify('error', errorText(error)),
    onSettled: refresh,
  });
  return (
    <>
      <p>
        <QuestionBadge state={question.state} />
      </p>
      <QuestionWords question={question.question} answer={null} />
      {question.reason === null ? null : <p>{t('reason', { reason: question.reason })}</p>}
      {question.canWithdraw ? (
        <div>
          <Button
            variant="subtle"
            size="sm"
            leftSection={<Undo2 size={16} aria-hidden />}
            loading={withdraw.isPending}
            onClick={() => withdraw.mutate()}
          >
            {t('withdraw')}
          </Button>
        </div>
      ) : null}
    </>
  );
}
