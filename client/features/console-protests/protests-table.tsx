import { Scale } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { consoleProtests, type ProtestMove, type StaffProtest } from '#shared/api/protests.ts';
import { PROTEST_STATES } from '#shared/lifecycles/protest.ts';
import { StatusBadge } from '#client/entities/lot/status-badge.tsx';
import { ProtestBadge } from '#client/entities/protest/protest-badge.tsx';
import { ProtestFiles } from '#client/entities/protest/protest-files.tsx';
import { ProtestWords } from '#client/entities/protest/protest-words.tsx';
import { call } from '#client/lib/api-client.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import { paths } from '#client/lib/paths.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { ListLead, Stacked } from '#client/ui/data-table/cells.tsx';
import type { Column } from '#client/ui/data-table/data-table.tsx';
import { oneOf, useListPage } from '#client/ui/data-table/list-page.ts';
import { ListTable } from '#client/ui/data-table/list-table.tsx';
import { TableTools } from '#client/ui/data-table/table-tools.tsx';
import { SelectField } from '#client/ui/field.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { DecideDialog } from './decide-dialog.tsx';
import css from './console-protests.module.css';

const PAGE_SIZE = 20;
/** Colleagues decide, and customers answer meanwhile. */
const ASK_MS = 15_000;
const STATES = ['open', ...PROTEST_STATES, 'all'] as const;

/** /console/protests: protests against results of auctions, those that wait for staff first. */
export function ProtestsTable() {
  const { t } = useTranslation(['console-protests', 'protests']);
  const [acting, setActing] = useState<{ protest: StaffProtest; move: ProtestMove } | null>(null);
  const list = useListPage({
    name: 'console-protests',
    filters: ['state', 'lot'],
    size: PAGE_SIZE,
    refreshMs: ASK_MS,
    read: ({ page, size, filters: { state, lot }, signal }) => {
      const lotId = /^[1-9]\d{0,14}$/.test(lot) ? Number(lot) : undefined;
      return call(consoleProtests, {
        query: {
          // A link from a lot shows whatever was decided about it.
          ...{ page, size, state: oneOf(STATES, state) ?? (lotId === undefined ? 'decide' : 'all') },
          ...(lotId === undefined ? {} : { lotId }),
        },
        signal,
      });
    },
  });
  const columns = useColumns((protest, move) => setActing({ protest, move }));
  return (
    <>
      <PageTitle>{t('title')}</PageTitle>
      <ListLead>
        {list.data ? <strong>{t('toDecide', { count: list.data.toDecide })}. </strong> : null}
        {t('lead')}
      </ListLead>
      <TableTools>
        <SelectField
          label={t('column.state')}
          value={list.filters.state}
          onChange={(value) => list.choose({ state: value })}
          options={[
            { value: '', label: t('toDecideOption') },
            { value: 'open', label: t('open') },
            ...PROTEST_STATES.map((value) => ({ value, label: t(`protests:state.${value}`) })),
            { value: 'all', label: t('all') },
          ]}
        />
      </TableTools>
      <ListTable
        list={list}
        label={t('title')}
        columns={columns}
        rowKey={({ id }) => id}
        empty={{ title: t('empty'), text: t('emptyText'), icon: Scale }}
      />
      {acting ? <DecideDialog {...acting} onClose={() => setActing(null)} onChange={list.again} /> : null}
    </>
  );
}

function useColumns(onAct: (protest: StaffProtest, move: ProtestMove) => void): Column<StaffProtest>[] {
  const { t } = useTranslation(['console-protests', 'protests']);
  const localized = useLocalized();
  return [
    {
      key: 'lot',
      head: t('column.lot'),
      main: true,
      cell: ({ lotId, title, lotStatus, orderId, customer }) => (
        <Stacked>
          <Link to={paths.lotResult(lotId)}>{localized(title)}</Link>
          <small>
            № {lotId}
            {customer ? ` · ${customer.name}` : ''}
          </small>
          <StatusBadge status={lotStatus} />
          {orderId === null ? null : (
            <Link to={paths.consoleOrder(orderId)}>{t('order', { number: orderId })}</Link>
          )}
        </Stacked>
      ),
    },
    {
      key: 'words',
      head: t('column.words'),
      cell: (protest) => (
        <div className={css.words}>
          <ProtestWords
            protest={protest}
            author={`${protest.author.name}, ${t('protests:participant', { number: protest.bidderNumber })}`}
          />
          <ProtestFiles files={protest.files} />
        </div>
      ),
    },
    {
      key: 'state',
      head: t('column.state'),
      cell: ({ state, answerByMs, isState, agreed, needed }) => (
        <Stacked>
          <ProtestBadge state={state} />
          {state === 'filed' ? (
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
        <ol className={css.steps}>
          {steps.map(({ action, by, atMs, note }) => (
            <li key={`${action}-${atMs}`}>
              {formatDateTimeShort(atMs)} {t(`step.${action}`)}
              {by === '' ? '' : `, ${by}`}
              {action === 'agreed' && note ? <q>{note}</q> : null}
            </li>
          ))}
        </ol>
      ),
    },
    {
      key: 'actions',
      head: t('column.actions'),
      cell: (protest) =>
        protest.may.length === 0 ? (
          '—'
        ) : (
          <span className={css.verbs}>
            {protest.may.map((move) => (
              <button
                key={move}
                type="button"
                data-verb={move}
                aria-label={`${t(`act.${move}`)}: № ${protest.id}`}
                onClick={() => onAct(protest, move)}
              >
                {t(`act.${move}`)}
              </button>
            ))}
          </span>
        ),
    },
  ];
}
