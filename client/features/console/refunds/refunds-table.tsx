import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { refundsForStaff, type StaffRefund } from '#shared/api/cabinet/refunds.ts';
import { allows } from '#shared/lifecycles/lifecycle.ts';
import { REFUND, REFUND_STATUSES } from '#shared/lifecycles/refund.ts';
import { CARD_NAMES } from '#shared/validation/card-number.ts';
import { PersonLink } from '#client/entities/person/person-link.tsx';
import { RecordLink } from '#client/entities/staff-work/record-link.tsx';
import { call } from '#client/lib/api-client.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import { Stacked } from '#client/ui/data-table/cells.tsx';
import type { Column } from '#client/ui/data-table/data-table.tsx';
import { ExportLinks } from '#client/ui/data-table/export-links.tsx';
import { ChoiceFilter, PeriodFilter } from '#client/ui/data-table/list-filters.tsx';
import { chosen, oneOf, useListPage } from '#client/ui/data-table/list-page.ts';
import { ListScreen } from '#client/ui/staff-list/list-screen.tsx';
import { rowActions } from '#client/ui/data-table/row-actions.tsx';
import { StepList } from '#client/ui/data-table/step-list.tsx';
import { SelectField } from '#client/ui/field.tsx';
import { formatMoney } from '#client/lib/format/money.ts';
import { MoneyText } from '#client/ui/money-text.tsx';
import { TwoBecause } from '#client/entities/sale/two-because.tsx';
import { RefundStatusBadge, useRefundStatuses } from '#client/entities/refund/refund-badge.tsx';
import { DecisionDialog } from './decision-dialog.tsx';
import { isReturnVerb, ReturnDialog } from './return-dialog.tsx';

const PAGE_SIZE = 20;
/** Others decide too, and people take their applications back. */
const ASK_MS = 15_000;
const ALL = 'all';

type Verb = StaffRefund['may'][number];

/** Refunds of everybody: those that wait for staff, or all of them. */
export function RefundsTable() {
  const { t } = useTranslation('console-refunds');
  const [deciding, setDeciding] = useState<{ refund: StaffRefund; verb: Verb } | null>(null);
  const list = useListPage({
    name: 'console-refunds',
    filters: ['state', 'status', 'from', 'to'],
    size: PAGE_SIZE,
    refreshMs: ASK_MS,
    read: ({ page, size, filters: { state, status, from, to }, signal }) =>
      call(refundsForStaff, {
        query: {
          page,
          size,
          state: state === ALL ? 'all' : 'waiting',
          ...chosen({ from, to, status: oneOf(REFUND_STATUSES, status) }),
        },
        signal,
      }),
  });
  const statuses = useRefundStatuses();
  const columns = useColumns((refund, verb) => setDeciding({ refund, verb }));
  return (
    <ListScreen
      list={list}
      sums={list.data && [{ label: t('column.amount'), tiyin: list.data.sums.amountTiyin }]}
      title={t('title')}
      count={list.data && t('waiting', { count: list.data.waiting })}
      lead={t('lead')}
      tools={
        <>
          <SelectField
            label={t('state')}
            value={list.filters.state}
            onChange={(value) => list.choose({ state: value, status: '' })}
            options={[
              { value: '', label: t('waitingOption') },
              { value: ALL, label: t('all') },
            ]}
          />
          <ChoiceFilter
            list={list}
            name="status"
            label={t('column.status')}
            none={t('all')}
            options={statuses}
          />
          <PeriodFilter list={list} />
        </>
      }
      exports={<ExportLinks staff list="console-refunds" filters={list.filters} />}
      columns={columns}
      rowKey={({ id }) => id}
      empty={{ title: t('empty'), text: t('emptyText'), icon: Undo2 }}
    >
      {deciding ? <Deciding {...deciding} onClose={() => setDeciding(null)} onChange={list.again} /> : null}
    </ListScreen>
  );
}

interface DecidingProps {
  refund: StaffRefund;
  verb: Verb;
  onClose: () => void;
  onChange: () => void;
}

function Deciding({ verb, ...rest }: DecidingProps) {
  return isReturnVerb(verb) ? (
    <ReturnDialog verb={verb} {...rest} />
  ) : (
    <DecisionDialog verb={verb} {...rest} />
  );
}

function useColumns(onAct: (refund: StaffRefund, verb: Verb) => void): Column<StaffRefund>[] {
  const { t } = useTranslation('console-refunds');
  return [
    {
      key: 'number',
      head: t('column.number'),
      main: true,
      cell: ({ id, person }) => (
        <Stacked>
          <RecordLink kind="refund" number={id}>
            № {id}
          </RecordLink>
          <small>
            <PersonLink person={person} />
          </small>
        </Stacked>
      ),
    },
    { key: 'time', head: t('column.time'), cell: ({ createdAtMs }) => formatDateTimeShort(createdAtMs) },
    {
      key: 'destination',
      head: t('column.destination'),
      cell: ({ destination: to }) => (
        <Stacked>
          {to.kind === 'card' ? CARD_NAMES[to.type] : to.bankName}
          <small>{to.kind === 'card' ? to.mask : `${to.account} · ${t('mfo', { mfo: to.mfo })}`}</small>
        </Stacked>
      ),
    },
    {
      key: 'amount',
      head: t('column.amount'),
      end: true,
      cell: ({ amountTiyin, setOffTiyin }) => (
        <Stacked>
          <MoneyText tiyin={amountTiyin} />
          {setOffTiyin === 0 ? null : <small>{t('setOff', { sum: formatMoney(setOffTiyin) })}</small>}
        </Stacked>
      ),
    },
    { key: 'status', head: t('column.status'), cell: (refund) => <Status refund={refund} /> },
    {
      key: 'steps',
      head: t('column.steps'),
      cell: ({ steps }) => (
        <StepList
          steps={steps.map((step) => (step.action === 'sent' ? { ...step, by: '' } : step))}
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
      good: ['approve', 'paid', 'approve-return'],
    }),
  ];
}

function Status({ refund }: { refund: StaffRefund }) {
  const { t } = useTranslation('console-refunds');
  const { status, approvals, approvalsNeeded, returned } = refund;
  const open = allows(REFUND, status, 'refuse');
  return (
    <Stacked start>
      <RefundStatusBadge status={status} />
      {open ? <small>{t('approvals', { count: approvals, needed: approvalsNeeded })}</small> : null}
      {open ? <TwoBecause because={refund.twoBecause} /> : null}
      {returned && allows(REFUND, status, 'return') ? <small>{t('returnWaits')}</small> : null}
    </Stacked>
  );
}
