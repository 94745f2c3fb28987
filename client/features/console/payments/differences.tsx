import { Scale } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paymentMismatches, type PaymentMismatch } from '#shared/api/cabinet/payments.ts';
import { STAFF_RIGHTS } from '#shared/api/console/staff-rights.ts';
import { RecordLink } from '#client/entities/staff-work/record-link.tsx';
import { call } from '#client/lib/api-client.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import { formatMoney } from '#client/lib/format/money.ts';
import { hasRole, useSession } from '#client/lib/session.ts';
import { Button } from '#client/ui/button.tsx';
import type { Column } from '#client/ui/data-table/data-table.tsx';
import { ExportLinks } from '#client/ui/data-table/export-links.tsx';
import { ChoiceFilter } from '#client/ui/data-table/list-filters.tsx';
import { oneOf, useListPage } from '#client/ui/data-table/list-page.ts';
import { StaffListTable } from '#client/ui/staff-list/staff-table.tsx';
import { TableTools } from '#client/ui/data-table/table-tools.tsx';
import layout from '#client/ui/layout.module.css';
import { PROVIDER_NAMES } from './provider-names.ts';
import { CreditDialog } from './credit-dialog.tsx';
import { SettleDialog } from './settle-dialog.tsx';
import css from './console-payments.module.css';

const PAGE_SIZE = 20;
const OTHER_STATES = ['settled', 'all'] as const;

/** Notes the server wrote by itself. */
const OWN_NOTES = ['books-agree', 'credited'] as const;
const isOwnNote = (note: string): note is (typeof OWN_NOTES)[number] =>
  OWN_NOTES.some((each) => each === note);

/** Paid there and only begun here: the provider's word was lost. */
const isCreditable = ({ kind, ours, theirs }: PaymentMismatch): boolean =>
  kind === 'state-differs' && ours?.state === 'begun' && theirs?.state === 'paid';

/** Where our books and a provider's differ, and genuine calls that were wrong: each is settled by a note. */
export function Differences() {
  const { t } = useTranslation('console-payments');
  const mayAct = hasRole(
    useSession((state) => state.me),
    STAFF_RIGHTS.settlePayments,
  );
  const [settling, setSettling] = useState<PaymentMismatch | null>(null);
  const [crediting, setCrediting] = useState<PaymentMismatch | null>(null);
  const list = useListPage({
    name: 'console-mismatches',
    filters: ['state'],
    size: PAGE_SIZE,
    read: ({ page, size, filters, signal }) =>
      call(paymentMismatches, {
        query: { page, size, state: oneOf(OTHER_STATES, filters.state) ?? 'open' },
        signal,
      }),
  });
  return (
    <div className={layout.fluidStack4}>
      <TableTools>
        <ChoiceFilter
          list={list}
          name="state"
          label={t('state.label')}
          none={t('state.open')}
          options={OTHER_STATES.map((value) => ({ value, label: t(`state.${value}`) }))}
        />
      </TableTools>
      <StaffListTable
        exports={<ExportLinks staff list="console-mismatches" filters={list.filters} />}
        list={list}
        label={t('view.differences')}
        columns={useColumns(mayAct, setSettling, setCrediting)}
        rowKey={({ id }) => id}
        empty={{ title: t('agree'), text: t('agreeText'), icon: Scale }}
        mark={({ settled }) => (settled ? 'faded' : undefined)}
      />
      {settling ? <SettleDialog mismatch={settling} onClose={() => setSettling(null)} /> : null}
      {crediting ? <CreditDialog mismatch={crediting} onClose={() => setCrediting(null)} /> : null}
    </div>
  );
}

function Side({ side }: { side: PaymentMismatch['ours'] }) {
  const { t } = useTranslation('console-payments');
  if (!side) return t('side.none');
  return (
    <span className={css.stack}>
      <span className={layout.oneLine}>{formatMoney(side.amountTiyin)}</span>
      <small>{t([`side.${side.state}`, 'side.other'])}</small>
    </span>
  );
}

function useColumns(
  mayAct: boolean,
  onSettle: (mismatch: PaymentMismatch) => void,
  onCredit: (mismatch: PaymentMismatch) => void,
): Column<PaymentMismatch>[] {
  const { t } = useTranslation('console-payments');
  return [
    {
      key: 'kind',
      head: t('column.kind'),
      main: true,
      cell: ({ id, kind, times }) => (
        <span className={css.stack}>
          {t(`kind.${kind}`)}
          <small>
            <RecordLink kind="payment-difference" number={id}>
              № {id}
            </RecordLink>
          </small>
          {times > 1 ? <small>{t('times', { count: times })}</small> : null}
        </span>
      ),
    },
    {
      key: 'payment',
      head: t('column.payment'),
      cell: ({ provider, providerNumber, paymentId }) => (
        <span className={css.stack}>
          {PROVIDER_NAMES[provider]}
          {paymentId === null ? null : (
            <RecordLink kind="payment" number={paymentId}>
              № {paymentId}
            </RecordLink>
          )}
          <code>{providerNumber}</code>
        </span>
      ),
    },
    { key: 'ours', head: t('column.ours'), cell: ({ ours }) => <Side side={ours} /> },
    { key: 'theirs', head: t('column.theirs'), cell: ({ theirs }) => <Side side={theirs} /> },
    { key: 'seen', head: t('column.seen'), cell: ({ seenAtMs }) => formatDateTimeShort(seenAtMs) },
    {
      key: 'settled',
      head: t('column.settled'),
      cell: (row) =>
        row.settled ? (
          <span className={css.stack}>
            {isOwnNote(row.settled.note) ? t(`ownNote.${row.settled.note}`) : row.settled.note}
            <small>
              {row.settled.by}, {formatDateTimeShort(row.settled.atMs)}
            </small>
          </span>
        ) : mayAct ? (
          <span className={layout.row2}>
            {isCreditable(row) ? (
              <Button size="sm" onClick={() => onCredit(row)}>
                {t('credit.do')}
              </Button>
            ) : null}
            <Button variant="default" size="sm" onClick={() => onSettle(row)}>
              {t('settle')}
            </Button>
          </span>
        ) : (
          '—'
        ),
    },
  ];
}
