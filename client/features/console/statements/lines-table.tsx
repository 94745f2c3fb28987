import { Landmark } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { bankLines, type BankLineMove, type BankLineView } from '#shared/api/console/bank-lines.ts';
import { BANK_SIDES } from '#shared/api/console/bank-statements.ts';
import { BANK_LINE_COLOURS, BANK_LINE_STATES } from '#shared/lifecycles/bank-line.ts';
import { RecordLink } from '#client/entities/staff-work/record-link.tsx';
import { call } from '#client/lib/api-client.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import { Badge } from '#client/ui/badge.tsx';
import { ListLead, Stacked, Waiting } from '#client/ui/data-table/cells.tsx';
import type { Column } from '#client/ui/data-table/data-table.tsx';
import { ExportLinks } from '#client/ui/data-table/export-links.tsx';
import { ChoiceFilter } from '#client/ui/data-table/list-filters.tsx';
import { chosen, oneOf, useListPage } from '#client/ui/data-table/list-page.ts';
import { StaffListTable } from '#client/ui/staff-list/staff-table.tsx';
import { rowActions } from '#client/ui/data-table/row-actions.tsx';
import { TableTools } from '#client/ui/data-table/table-tools.tsx';
import { TwoBecause } from '#client/entities/sale/two-because.tsx';
import { MoneyText } from '#client/ui/money-text.tsx';
import layout from '#client/ui/layout.module.css';
import { DecideDialog } from './decide-dialog.tsx';
import { Decision } from './decision.tsx';
import { RepeatText } from './repeat-text.tsx';
import { shownDay } from './shown-day.ts';
import { SuggestionText } from './suggestion-text.tsx';
import css from './console-statements.module.css';

const PAGE_SIZE = 20;
/** Colleagues decide meanwhile. */
const ASK_MS = 15_000;
/** The bank has one field for both numbers; a STIR has nine digits, masked or not. */
const STIR_LENGTH = 9;
const STATES = [...BANK_LINE_STATES, 'all'] as const;

/** Lines of statements: those that wait for staff first, with what they may be for. */
export function LinesTable() {
  const { t } = useTranslation('console-statements');
  const [acting, setActing] = useState<{ line: BankLineView; move: BankLineMove } | null>(null);
  const list = useListPage({
    name: 'console-bank-lines',
    filters: ['state', 'side', 'statement'],
    size: PAGE_SIZE,
    refreshMs: ASK_MS,
    read: ({ page, size, filters: { state, side, statement }, signal }) =>
      call(bankLines, {
        query: {
          page,
          size,
          state: oneOf(STATES, state) ?? 'waiting',
          ...chosen({ side: oneOf(BANK_SIDES, side) }),
          ...(/^[1-9]\d{0,14}$/.test(statement) ? { statementId: Number(statement) } : {}),
        },
        signal,
      }),
  });
  return (
    <div className={css.view}>
      {list.data ? (
        <ListLead>
          <strong>{t('waiting', { count: list.data.waiting })}</strong>
        </ListLead>
      ) : null}
      <TableTools>
        <ChoiceFilter
          list={list}
          name="state"
          label={t('column.state')}
          none={t('filter.waiting')}
          options={[
            ...BANK_LINE_STATES.map((value) => ({ value, label: t(`state.${value}`) })),
            { value: 'all', label: t('all') },
          ]}
        />
        <ChoiceFilter
          list={list}
          name="side"
          label={t('filter.side')}
          none={t('all')}
          options={BANK_SIDES.map((value) => ({ value, label: t(`filter.${value}`) }))}
        />
      </TableTools>
      <StaffListTable
        exports={<ExportLinks staff list="console-bank-lines" filters={list.filters} />}
        list={list}
        sums={
          list.data && [
            { label: t('filter.credit'), tiyin: list.data.sums.creditTiyin },
            { label: t('filter.debit'), tiyin: list.data.sums.debitTiyin },
          ]
        }
        label={t('view.lines')}
        columns={useColumns((line, move) => setActing({ line, move }))}
        rowKey={({ id }) => id}
        empty={{ title: t('empty.lines'), text: t('empty.linesText'), icon: Landmark }}
      />
      {acting ? <DecideDialog {...acting} onClose={() => setActing(null)} onChange={list.again} /> : null}
    </div>
  );
}

function useColumns(onAct: (line: BankLineView, move: BankLineMove) => void): Column<BankLineView>[] {
  const { t } = useTranslation('console-statements');
  return [
    {
      key: 'purpose',
      head: t('column.purpose'),
      main: true,
      cell: ({ id, purpose, document, bookedOn, valueOn }) => (
        <Stacked>
          <span className={layout.breakAnywhere}>{purpose === '' ? '—' : purpose}</span>
          <small>
            <RecordLink kind="bank-line" number={id}>
              № {id}
            </RecordLink>{' '}
            · {shownDay(bookedOn)}
            {document === null ? '' : ` · ${t('document', { number: document })}`}
          </small>
          {valueOn === bookedOn ? null : <small>{t('valueOn', { day: shownDay(valueOn) })}</small>}
        </Stacked>
      ),
    },
    {
      key: 'amount',
      head: t('column.amount'),
      end: true,
      cell: ({ amountTiyin, side, approvalsNeeded, twoBecause }) => (
        <Stacked>
          <MoneyText tiyin={amountTiyin} />
          <small>{t(`filter.${side}`)}</small>
          {approvalsNeeded > 1 ? <small>{t('two')}</small> : null}
          <TwoBecause because={twoBecause} />
        </Stacked>
      ),
    },
    {
      key: 'party',
      head: t('column.party'),
      cell: ({ party }) => (
        <Stacked>
          {party.name ?? '—'}
          {party.stir === null ? null : (
            <small>{t(party.stir.length === STIR_LENGTH ? 'stir' : 'pinfl', { number: party.stir })}</small>
          )}
          {party.account === null ? null : <small>{party.account}</small>}
        </Stacked>
      ),
    },
    { key: 'suggestion', head: t('column.suggestion'), cell: (line) => <Suggested line={line} /> },
    { key: 'state', head: t('column.state'), cell: (line) => <State line={line} /> },
    rowActions({
      head: t('column.actions'),
      number: ({ id }) => id,
      verbs: ({ may }) => may,
      name: (verb) => t(`act.${verb}`),
      onAct,
      good: ['credit', 'approve', 'match'],
    }),
  ];
}

/** The best suggestion, or what was decided. */
function Suggested({ line }: { line: BankLineView }) {
  const { t } = useTranslation('console-statements');
  if (line.decision) return <Decision decision={line.decision} />;
  const [credit] = line.credits;
  const [debit] = line.debits;
  if (credit) return <SuggestionText suggestion={credit} />;
  if (debit)
    return (
      <Stacked>
        <RecordLink kind={debit.kind} number={debit.id}>
          {t(`decision.${debit.kind}`, { id: debit.id })}
        </RecordLink>
        <small>{debit.personName}</small>
        <small>{debit.grounds.map((ground) => t(`ground.${ground}`)).join(', ')}</small>
      </Stacked>
    );
  return <small>{t('suggestion.none')}</small>;
}

/** Where the line is, whose movement it is, what other files say against it, a warning about one like it, and who did what. */
function State({ line: { state, alike, repeats, inDoubt, steps } }: { line: BankLineView }) {
  const { t } = useTranslation('console-statements');
  return (
    <Stacked start>
      <Badge colour={BANK_LINE_COLOURS[state]}>{t(`state.${state}`)}</Badge>
      {repeats === null ? null : <RepeatText repeats={repeats} />}
      {inDoubt ? <Waiting>{t('repeats.doubt')}</Waiting> : null}
      {alike.length === 0 ? null : (
        <Waiting>{t('alike', { ids: alike.map((id) => `№ ${id}`).join(', ') })}</Waiting>
      )}
      {steps.map(({ action, by, atMs, note }) => (
        <small key={`${action}-${atMs}`}>
          {formatDateTimeShort(atMs)} {t(`step.${action}`)}
          {by === '' ? '' : `, ${by}`}
          {note ? (
            <>
              {' '}
              <q>{note}</q>
            </>
          ) : null}
        </small>
      ))}
    </Stacked>
  );
}
