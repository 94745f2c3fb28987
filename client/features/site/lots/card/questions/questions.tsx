import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { MessageCircleQuestion } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { QuestionWords } from '#client/entities/lot-question/question-words.tsx';
import { loginUrl } from '#client/lib/paths.ts';
import { usePersonUpdates } from '#client/lib/person-updates.ts';
import { useSession } from '#client/lib/session.ts';
import { useCurrentPath } from '#client/lib/use-current-path.ts';
import { ButtonAnchor } from '#client/ui/button-link.tsx';
import { Button } from '#client/ui/button.tsx';
import { ErrorState } from '#client/ui/error-state.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { AskDialog } from './ask-dialog.tsx';
import { MyQuestions } from './my-questions.tsx';
import { myQuestionsQuery, questionsQuery } from './question-queries.ts';
import css from './questions.module.css';

const SHOWN = 5;
const ALL = 100;

/** What people asked about the lot, the seller's answers, and the way to ask. */
export function Questions({ lotId }: { lotId: number }) {
  const { t } = useTranslation('lot-questions');
  const [size, setSize] = useState(SHOWN);
  const { data, error, refetch } = useQuery({
    ...questionsQuery(lotId, size),
    placeholderData: keepPreviousData,
  });
  const signedIn = useSession((state) => state.user !== null);
  return (
    <section className={css.questions} aria-labelledby="lot-questions">
      <div className={css.head}>
        <h2 id="lot-questions">
          {t('title')}
          {data && data.total > 0 ? <span className={css.count}> {data.total}</span> : null}
        </h2>
        {signedIn ? null : <SignIn />}
      </div>
      {signedIn ? <Own lotId={lotId} /> : null}
      {data ? (
        data.total === 0 ? (
          <p className={css.muted}>{t('none')}</p>
        ) : (
          <ul className={css.list}>
            {data.items.map(({ id, question, answer, masked }) => (
              <li key={id}>
                <QuestionWords
                  question={question}
                  answer={answer}
                  unanswered={t('noAnswer')}
                  masked={masked}
                />
              </li>
            ))}
          </ul>
        )
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <div aria-busy="true">
          <Skeleton height={120} radius={12} />
        </div>
      )}
      {data && size === SHOWN && data.total > SHOWN ? (
        <div>
          <Button variant="default" size="md" onClick={() => setSize(ALL)}>
            {t('more')}
          </Button>
        </div>
      ) : null}
    </section>
  );
}

function SignIn() {
  const { t } = useTranslation('lot-questions');
  const here = useCurrentPath();
  return (
    <ButtonAnchor href={loginUrl(here)} variant="default" size="md">
      {t('signInButton')}
    </ButtonAnchor>
  );
}

/** The person's own questions and the way to ask another one, or why there is none. */
function Own({ lotId }: { lotId: number }) {
  const { t } = useTranslation('lot-questions');
  const [asking, setAsking] = useState(false);
  const { data, refetch } = useQuery(myQuestionsQuery(lotId));
  // Staff and the seller answer meanwhile, and a message comes with it.
  usePersonUpdates('messages', () => void refetch());
  if (!data) return null;
  return (
    <>
      {data.refusal === null ? (
        <div>
          <Button
            variant="default"
            size="md"
            leftSection={<MessageCircleQuestion size={18} aria-hidden />}
            onClick={() => setAsking(true)}
          >
            {t('ask')}
          </Button>
        </div>
      ) : (
        <p className={css.muted}>{t(`refused.${data.refusal}`)}</p>
      )}
      <MyQuestions questions={data.items} />
      {asking ? <AskDialog lotId={lotId} onClose={() => setAsking(false)} /> : null}
    </>
  );
}
