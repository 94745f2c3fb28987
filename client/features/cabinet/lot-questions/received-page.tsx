import { MessageCircleQuestion } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { receivedLotQuestions, type ReceivedQuestion } from '#shared/api/site/lot-questions.ts';
import { StatusBadge } from '#client/entities/lot/status-badge.tsx';
import { QuestionBadge } from '#client/entities/lot-question/question-badge.tsx';
import { QuestionWords } from '#client/entities/lot-question/question-words.tsx';
import { call } from '#client/lib/api-client.ts';
import { paths } from '#client/lib/paths.ts';
import { usePersonUpdates } from '#client/lib/person-updates.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { ButtonLink } from '#client/ui/button-link.tsx';
import { Button } from '#client/ui/button.tsx';
import { ExportLinks } from '#client/ui/data-table/export-links.tsx';
import { oneOf, useListPage } from '#client/ui/data-table/list-page.ts';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { ErrorState } from '#client/ui/error-state.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { Pagination } from '#client/ui/pagination.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { Tabs } from '#client/ui/tabs.tsx';
import layout from '#client/ui/layout.module.css';
import { AnswerDialog } from './answer-dialog.tsx';
import css from './received-page.module.css';

const ROWS = 10;
const ASK_MS = 60_000;
const STATES = ['all', 'open', 'answered', 'published'] as const;

/** /profile/lot-questions: questions about the customer's lots, those to be answered first. */
export function ReceivedQuestionsPage() {
  const { t } = useTranslation(['lot-questions', 'cabinet']);
  const [answering, setAnswering] = useState<ReceivedQuestion | null>(null);
  const list = useListPage({
    name: 'lot-questions-received',
    filters: ['state'],
    size: ROWS,
    refreshMs: ASK_MS,
    read: ({ page, size, filters, signal }) =>
      call(receivedLotQuestions, {
        query: { page, size, state: oneOf(STATES, filters.state) ?? 'all' },
        signal,
      }),
  });
  usePersonUpdates('messages', list.again);
  const { data, error, filters, choose, page, pageCount, pageTo } = list;
  const state = oneOf(STATES, filters.state) ?? 'all';
  const title = t('cabinet:page.lot-questions');
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <Tabs
        label={title}
        active={state}
        onChange={(key) => choose({ state: key === 'all' ? '' : key })}
        tabs={STATES.map((key) => ({
          key,
          label: (
            <>
              {t(key === 'all' ? 'received.all' : `state.${key}`)}
              {key === 'open' && data && data.toAnswer > 0 ? (
                <b className={css.count}>{data.toAnswer}</b>
              ) : null}
            </>
          ),
        }))}
      >
        {data ? (
          data.items.length > 0 ? (
            <>
              <ul className={css.list}>
                {data.items.map((question) => (
                  <li key={question.id}>
                    <Received question={question} onAnswer={() => setAnswering(question)} />
                  </li>
                ))}
              </ul>
              <Pagination page={page} count={pageCount} to={pageTo} />
              <ExportLinks list="lot-questions" filters={filters} />
            </>
          ) : (
            <EmptyState icon={MessageCircleQuestion} title={t('received.none')} text={t('received.noneText')}>
              <ButtonLink to={paths.orders()}>{t('received.toOrders')}</ButtonLink>
            </EmptyState>
          )
        ) : error ? (
          <ErrorState error={error} onRetry={list.retry} />
        ) : (
          <div aria-busy="true">
            <Skeleton height={160} radius={12} />
          </div>
        )}
      </Tabs>
      {answering ? (
        <AnswerDialog question={answering} onClose={() => setAnswering(null)} onChange={list.again} />
      ) : null}
    </>
  );
}

function Received({ question, onAnswer }: { question: ReceivedQuestion; onAnswer: () => void }) {
  const { t } = useTranslation(['lot-questions', 'lots']);
  const localized = useLocalized();
  const { lotId, title, lotStatus, state, canAnswer, reason, answer } = question;
  const returned = reason !== null && state === 'open';
  const notYet = state === 'published' ? null : ` · ${t('received.notYet')}`;
  return (
    <>
      <header className={css.head}>
        <Link to={paths.lotView(lotId)}>{localized(title)}</Link>
        <span className={layout.muted}>{t('lots:tile.number', { number: lotId })}</span>
        <StatusBadge status={lotStatus} />
        <QuestionBadge state={state} />
      </header>
      <QuestionWords question={question.question} answer={answer} masked={question.masked} note={notYet} />
      {returned ? <p className={css.returned}>{t('received.returned', { reason })}</p> : null}
      {canAnswer ? (
        <div>
          <Button size="md" onClick={onAnswer}>
            {t(returned ? 'received.again' : 'received.answer')}
          </Button>
        </div>
      ) : state === 'open' ? (
        <p className={layout.muted}>{t('received.ended')}</p>
      ) : null}
    </>
  );
}
