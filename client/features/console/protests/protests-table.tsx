import { Scale } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { consoleProtests, type ProtestMove, type StaffProtest } from '#shared/api/cabinet/protests.ts';
import { PROTEST_STATES } from '#shared/lifecycles/protest.ts';
import { RecordLink } from '#client/entities/staff-work/record-link.tsx';
import { LotCell } from '#client/entities/lot/lot-cell.tsx';
import { StatusBadge } from '#client/entities/lot/status-badge.tsx';
import { ProtestBadge } from '#client/entities/protest/protest-badge.tsx';
import { ProtestFiles } from '#client/entities/protest/protest-files.tsx';
import { ProtestWords } from '#client/entities/protest/protest-texts.tsx';
import { PersonLink } from '#client/entities/person/person-link.tsx';
import { call } from '#client/lib/api-client.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import { paths } from '#client/lib/paths.ts';
import { Stacked } from '#client/ui/data-table/cells.tsx';
import type { Column } from '#client/ui/data-table/data-table.tsx';
import { ExportLinks } from '#client/ui/data-table/export-links.tsx';
import { ChoiceFilter } from '#client/ui/data-table/list-filters.tsx';
import { ListScreen } from '#client/ui/staff-list/list-screen.tsx';
import { useLotList } from '#client/ui/data-table/lot-list.ts';
import { rowActions } from '#client/ui/data-table/row-actions.tsx';
import { StepList } from '#client/ui/data-table/step-list.tsx';
import { DecideDialog } from './decide-dialog.tsx';
import css from './console-protests.module.css';

/** Colleagues decide, and customers answer meanwhile. */
const ASK_MS = 15_000;
const STATES = ['open', ...PROTEST_STATES, 'all'] as const;

/** /console/protests: protests against results of auctions, those that wait for staff first. */
export function ProtestsTable() {
  const { t } = useTranslation(['console-protests', 'protests']);
  const [acting, setActing] = useState<{ protest: StaffProtest; move: ProtestMove } | null>(null);
  const list = useLotList({
    name: 'console-protests',
    states: STATES,
    // A link from a lot shows whatever was decided about it.
    unchosen: ['decide', 'all'],
    refreshMs: ASK_MS,
    read: (query, signal) => call(consoleProtests, { query, signal }),
  });
  const columns = useColumns((protest, move) => setActing({ protest, move }));
  return (
    <ListScreen
      list={list}
      title={t('title')}
      count={list.data && t('toDecide', { count: list.data.toDecide })}
      lead={t('lead')}
      tools={
        <ChoiceFilter
          list={list}
          name="state"
          label={t('column.state')}
          none={t('toDecideOption')}
          options={[
            { value: 'open', label: t('open') },
            ...PROTEST_STATES.map((value) => ({ value, label: t(`protests:state.${value}`) })),
            { value: 'all', label: t('all') },
          ]}
        />
      }
      exports={<ExportLinks staff list="console-protests" filters={list.filters} />}
      columns={columns}
      rowKey={({ id }) => id}
      empty={{ title: t('empty'), text: t('emptyText'), icon: Scale }}
    >
      {acting ? <DecideDialog {...acting} onClose={() => setActing(null)} onChange={list.again} /> : null}
    </ListScreen>
  );
}

function useColumns(onAct: (protest: StaffProtest, move: ProtestMove) => void): Column<StaffProtest>[] {
  const { t } = useTranslation(['console-protests', 'protests', 'staff']);
  return [
    {
      key: 'lot',
      head: t('column.lot'),
      main: true,
      cell: ({ id, lotId, title, lotStatus, orderId, customer }) => (
        <LotCell lotId={lotId} title={title} note={customer && <PersonLink person={customer} />}>
          <small>
            <RecordLink kind="protest" number={id}>
              {t('staff:related')}
            </RecordLink>
          </small>
          <StatusBadge status={lotStatus} />
          {orderId === null ? null : (
            <Link to={paths.consoleOrder(orderId)}>{t('order', { number: orderId })}</Link>
          )}
        </LotCell>
      ),
    },
    {
      key: 'words',
      head: t('column.words'),
      cell: (protest) => (
        <div className={css.words}>
          <ProtestWords
            protest={protest}
            author={
              protest.author ? (
                <>
                  <PersonLink person={protest.author} />,{' '}
                  {t('protests:participant', { number: protest.bidderNumber })}
                </>
              ) : (
                t('hidden')
              )
            }
          />
          <ProtestFiles files={protest.files} />
        </div>
      ),
    },
    {
      key: 'state',
      head: t('column.state'),
      cell: ({ state, admitByMs, answerByMs, isState, agreed, needed }) => (
        <Stacked start>
          <ProtestBadge state={state} />
          {state === 'filed' ? (
            <small>{t('admitBy', { time: formatDateTimeShort(admitByMs) })}</small>
          ) : state === 'admitted' && answerByMs !== null ? (
            <small>{t('answerBy', { time: formatDateTimeShort(answerByMs) })}</small>
          ) : null}
          {isState ? <small>{t('isState')}</small> : null}
          {agreed > 0 && (state === 'answered' || state === 'unanswered') ? (
            <small>{t('agreed', { count: agreed, needed })}</small>
          ) : null}
        </Stacked>
      ),
    },
    {
      key: 'steps',
      head: t('column.steps'),
      cell: ({ steps }) => (
        <StepList
          steps={steps.map((step) => (step.action === 'agreed' ? step : { ...step, note: null }))}
          name={(action) => t(`step.${action}`)}
        />
      ),
    },
    rowActions({
      head: t('column.actions'),
      number: ({ id }) => id,
      verbs: ({ may }) => may,
      name: (verb) => t(`act.${verb}`),
      onAct,
      bad: ['uphold'],
    }),
  ];
}
