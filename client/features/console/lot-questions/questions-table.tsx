import { MessageCircleQuestion } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  consoleLotQuestions,
  type QuestionMove,
  type StaffQuestion,
} from '#shared/api/site/lot-questions.ts';
import { LOT_QUESTION_STATES } from '#shared/lifecycles/lot-question.ts';
import { LotCell } from '#client/entities/lot/lot-cell.tsx';
import { StatusBadge } from '#client/entities/lot/status-badge.tsx';
import { QuestionBadge } from '#client/entities/lot-question/question-badge.tsx';
import { QuestionWords } from '#client/entities/lot-question/question-words.tsx';
import { PersonLink } from '#client/entities/person/person-link.tsx';
import { call } from '#client/lib/api-client.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import { Stacked } from '#client/ui/data-table/cells.tsx';
import type { Column } from '#client/ui/data-table/data-table.tsx';
import { ExportLinks } from '#client/ui/data-table/export-links.tsx';
import { ChoiceFilter } from '#client/ui/data-table/list-filters.tsx';
import { ListScreen } from '#client/ui/staff-list/list-screen.tsx';
import { useLotList } from '#client/ui/data-table/lot-list.ts';
import { rowActions } from '#client/ui/data-table/row-actions.tsx';
import { DecideDialog } from './decide-dialog.tsx';
import { MaskDialog } from './mask-dialog.tsx';

/** People ask and sellers answer meanwhile. */
const ASK_MS = 15_000;
const STATES = [...LOT_QUESTION_STATES, 'all'] as const;

/** /console/lot-questions: questions about lots and their answers, those that wait for approval first. */
export function LotQuestionsTable() {
  const { t } = useTranslation(['console-lot-questions', 'lot-questions']);
  const [acting, setActing] = useState<{ question: StaffQuestion; move: QuestionMove } | null>(null);
  const list = useLotList({
    name: 'console-lot-questions',
    states: STATES,
    // A link from a lot shows whatever was decided about it.
    unchosen: ['waiting', 'all'],
    refreshMs: ASK_MS,
    read: (query, signal) => call(consoleLotQuestions, { query, signal }),
  });
  const columns = useColumns((question, move) => setActing({ question, move }));
  return (
    <ListScreen
      list={list}
      title={t('title')}
      count={list.data && t('waiting', { count: list.data.waiting })}
      lead={t('lead')}
      tools={
        <ChoiceFilter
          list={list}
          name="state"
          label={t('column.state')}
          none={t('waitingOption')}
          options={[
            ...LOT_QUESTION_STATES.map((value) => ({ value, label: t(`lot-questions:state.${value}`) })),
            { value: 'all', label: t('all') },
          ]}
        />
      }
      exports={<ExportLinks staff list="console-lot-questions" filters={list.filters} />}
      columns={columns}
      rowKey={({ id }) => id}
      empty={{ title: t('empty'), text: t('emptyText'), icon: MessageCircleQuestion }}
    >
      {acting?.move === 'mask' ? (
        <MaskDialog question={acting.question} onClose={() => setActing(null)} onChange={list.again} />
      ) : null}
      {acting && acting.move !== 'mask' ? (
        <DecideDialog
          question={acting.question}
          move={acting.move}
          onClose={() => setActing(null)}
          onChange={list.again}
        />
      ) : null}
    </ListScreen>
  );
}

function useColumns(onAct: (question: StaffQuestion, move: QuestionMove) => void): Column<StaffQuestion>[] {
  const { t } = useTranslation(['console-lot-questions', 'lot-questions']);
  return [
    {
      key: 'lot',
      head: t('column.lot'),
      main: true,
      cell: ({ lotId, title, lotStatus, seller }) => (
        <LotCell lotId={lotId} title={title} note={seller ? <PersonLink person={seller} /> : t('operator')}>
          <StatusBadge status={lotStatus} />
        </LotCell>
      ),
    },
    {
      key: 'words',
      head: t('column.words'),
      cell: ({ question, answer, masked, author }) => (
        <Stacked start>
          <QuestionWords question={question} answer={answer} masked={masked} />
          <small>
            {t('author')} {author ? <PersonLink person={author} /> : t('erased')},{' '}
            {t(`language.${question.language}`)}
          </small>
        </Stacked>
      ),
    },
    {
      key: 'state',
      head: t('column.state'),
      cell: ({ state, reason, decidedBy, decidedAtMs }) => (
        <Stacked start>
          <QuestionBadge state={state} />
          {decidedBy !== null && decidedAtMs !== null ? (
            <small>{t('decided', { name: decidedBy, time: formatDateTimeShort(decidedAtMs) })}</small>
          ) : null}
          {reason === null ? null : <small>{reason}</small>}
        </Stacked>
      ),
    },
    rowActions({
      head: t('column.actions'),
      number: ({ id }) => id,
      verbs: ({ may }) => may,
      name: (verb) => t(`act.${verb}`),
      onAct,
      good: ['approve', 'answer'],
      bad: ['hide'],
    }),
  ];
}
