import { Banknote } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { consolePayouts, type PayoutMove, type StaffPayout } from '#shared/api/console/payouts.ts';
import { PAYOUT_COLOURS, PAYOUT_STATES, type PayoutHold } from '#shared/lifecycles/payout.ts';
import { RecordLink } from '#client/entities/staff-work/record-link.tsx';
import { LotCell } from '#client/entities/lot/lot-cell.tsx';
import { TwoBecause } from '#client/entities/sale/two-because.tsx';
import { usePaidOutParts } from '#client/entities/sale/paid-out-parts.ts';
import { PersonLink } from '#client/entities/person/person-link.tsx';
import { call } from '#client/lib/api-client.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import { formatMoney } from '#client/lib/format/money.ts';
import { paths } from '#client/lib/paths.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Alarming, Stacked, Waiting } from '#client/ui/data-table/cells.tsx';
import type { Column } from '#client/ui/data-table/data-table.tsx';
import { ExportLinks } from '#client/ui/data-table/export-links.tsx';
import { ChoiceFilter } from '#client/ui/data-table/list-filters.tsx';
import { ListScreen } from '#client/ui/staff-list/list-screen.tsx';
import { useLotList } from '#client/ui/data-table/lot-list.ts';
import { rowActions } from '#client/ui/data-table/row-actions.tsx';
import { StepList } from '#client/ui/data-table/step-list.tsx';
import { MoneyText } from '#client/ui/money-text.tsx';
import { PayoutDialog } from './payout-dialog.tsx';
import { PayoutReturnDialog } from './payout-return-dialog.tsx';
import { Requisites } from './requisites.tsx';

/** Colleagues decide, and sellers change their requisites meanwhile. */
const ASK_MS = 15_000;
const STATES = [...PAYOUT_STATES, 'all'] as const;

/** /console/payouts: what sellers get for paid sales, those that wait for staff first. */
export function PayoutsTable() {
  const { t } = useTranslation('console-payouts');
  const [acting, setActing] = useState<{ payout: StaffPayout; move: PayoutMove } | null>(null);
  const list = useLotList({
    name: 'console-payouts',
    states: STATES,
    unchosen: 'waiting',
    refreshMs: ASK_MS,
    read: (query, signal) => call(consolePayouts, { query, signal }),
  });
  const columns = useColumns((payout, move) => setActing({ payout, move }));
  return (
    <ListScreen
      list={list}
      sums={list.data && [{ label: t('column.amount'), tiyin: list.data.sums.amountTiyin }]}
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
            ...PAYOUT_STATES.map((value) => ({ value, label: t(`state.${value}`) })),
            { value: 'all', label: t('all') },
          ]}
        />
      }
      exports={<ExportLinks staff list="console-payouts" filters={list.filters} />}
      columns={columns}
      rowKey={({ id }) => id}
      empty={{ title: t('empty'), text: t('emptyText'), icon: Banknote }}
    >
      {acting ? <ActingDialog {...acting} onClose={() => setActing(null)} onChange={list.again} /> : null}
    </ListScreen>
  );
}

interface ActingDialogProps {
  payout: StaffPayout;
  move: PayoutMove;
  onClose: () => void;
  onChange: () => void;
}

function ActingDialog({ payout, move, onClose, onChange }: ActingDialogProps) {
  return move === 'return' ? (
    <PayoutReturnDialog payout={payout} onClose={onClose} onChange={onChange} />
  ) : (
    <PayoutDialog payout={payout} move={move} onClose={onClose} onChange={onChange} />
  );
}

function useColumns(onAct: (payout: StaffPayout, move: PayoutMove) => void): Column<StaffPayout>[] {
  const { t } = useTranslation(['console-payouts', 'staff']);
  const paidOutParts = usePaidOutParts();
  return [
    {
      key: 'lot',
      head: t('column.lot'),
      main: true,
      cell: ({ id, lotId, title, seller, recipient }) => (
        <LotCell lotId={lotId} title={title} note={seller ? <PersonLink person={seller} /> : t('hidden')}>
          {recipient === null ? null : <small>{t('share', { name: recipient })}</small>}
          <small>
            <RecordLink kind="payout" number={id}>
              {t('staff:related')}
            </RecordLink>
          </small>
        </LotCell>
      ),
    },
    {
      key: 'amount',
      head: t('column.amount'),
      end: true,
      cell: ({ amountTiyin, setOffTiyin, priceTiyin, feeTiyin, parts }) => (
        <Stacked>
          <MoneyText tiyin={amountTiyin} />
          {setOffTiyin === 0 ? null : (
            <small>
              {t('setOff', { sum: formatMoney(setOffTiyin), rest: formatMoney(amountTiyin - setOffTiyin) })}
            </small>
          )}
          {parts === null ? null : <small>{paidOutParts(parts)}</small>}
          <small>
            {t('priceAndFee')}: <MoneyText tiyin={priceTiyin} size="small" /> −{' '}
            <MoneyText tiyin={feeTiyin} size="small" />
          </small>
        </Stacked>
      ),
    },
    {
      key: 'to',
      head: t('column.to'),
      cell: ({ seller, requisites }) => (seller ? <Requisites requisites={requisites} /> : t('hidden')),
    },
    { key: 'state', head: t('column.state'), cell: (payout) => <State payout={payout} /> },
    {
      key: 'steps',
      head: t('column.steps'),
      cell: ({ steps }) => <StepList steps={steps} name={(action) => t(`step.${action}`)} />,
    },
    rowActions({
      head: t('column.actions'),
      number: ({ id }) => id,
      verbs: ({ may }) => may,
      name: (verb) => t(`act.${verb}`),
      onAct,
      good: ['approve'],
    }),
  ];
}

const PAGE_OF_HOLD = {
  protest: 'protests',
  cancellation: 'result-cancellations',
  dispute: 'hand-overs',
  'hand-over': 'hand-overs',
  'protest-window': 'accounts',
} as const satisfies Record<PayoutHold, string>;

/** Its state, what it waits for, and a warning where the seller gave other requisites after the sale. */
function State({ payout }: { payout: StaffPayout }) {
  const { t } = useTranslation('console-payouts');
  const {
    state,
    approvals,
    approvalsNeeded,
    notBeforeMs,
    requisitesChangedAtMs,
    requisitesDiffer,
    bankDocument,
  } = payout;
  const heldBy = state === 'planned' || state === 'approved' ? payout.heldBy : null;
  const planned = state === 'planned';
  return (
    <Stacked start>
      <Badge colour={PAYOUT_COLOURS[state]}>{t(`state.${state}`)}</Badge>
      {planned ? <small>{t('notBefore', { time: formatDateTimeShort(notBeforeMs) })}</small> : null}
      {planned && approvalsNeeded > 1 ? (
        <small>{t('approvals', { count: approvals, needed: approvalsNeeded })}</small>
      ) : null}
      {planned ? <TwoBecause because={payout.twoBecause} /> : null}
      {heldBy ? (
        <Waiting>
          <Link to={`${paths.console(PAGE_OF_HOLD[heldBy])}?lot=${payout.lotId}`}>{t(`held.${heldBy}`)}</Link>
        </Waiting>
      ) : null}
      {bankDocument === null ? null : <small>{t('document', { number: bankDocument })}</small>}
      {requisitesDiffer.map((from) => (
        <Alarming key={from}>{t(`requisitesDiffer.${from}`)}</Alarming>
      ))}
      {requisitesChangedAtMs === null ? null : (
        <Waiting>{t('requisitesChanged', { time: formatDateTimeShort(requisitesChangedAtMs) })}</Waiting>
      )}
    </Stacked>
  );
}
