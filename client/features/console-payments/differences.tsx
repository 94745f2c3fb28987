import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Scale } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paymentMismatches, type PaymentMismatch } from '#shared/api/payments.ts';
import { call } from '#client/lib/api-client.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import { formatMoney } from '#client/lib/format/money.ts';
import { hasRole, useSession } from '#client/lib/session.ts';
import { DataTable, type Column } from '#client/ui/data-table/data-table.tsx';
import { useTableQuery } from '#client/ui/data-table/table-query.ts';
import { TableTools } from '#client/ui/data-table/table-tools.tsx';
import { SelectField } from '#client/ui/field.tsx';
import { PROVIDER_NAMES } from './provider-names.ts';
import { CreditDialog } from './credit-dialog.tsx';
import { SettleDialog } from './settle-dialog.tsx';
import css from './console-payments.module.css';

const PAGE_SIZE = 20;
const STATES = ['open', 'settled', 'all'] as const;

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
    ['operator', 'administrator'],
  );
  const [settling, setSettling] = useState<PaymentMismatch | null>(null);
  const [crediting, setCrediting] = useState<PaymentMismatch | null>(null);
  const { page, filters, choose, pageTo } = useTableQuery(['state']);
  const state = STATES.find((each) => each === filters.state) ?? 'open';
  const { data, error, refetch } = useQuery({
    queryKey: ['console-mismatches', state, page],
    queryFn: ({ signal }) => call(paymentMismatches, { query: { state, page, size: PAGE_SIZE }, signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <div className={css.view}>
      <TableTools>
        <SelectField
          label={t('state.label')}
          value={state}
          onChange={(value) => choose({ state: value === 'open' ? '' : value })}
          options={STATES.map((value) => ({ value, label: t(`state.${value}`) }))}
        />
      </TableTools>
      <DataTable
        label={t('view.differences')}
        columns={useColumns(mayAct, setSettling, setCrediting)}
        rows={data?.items}
        rowKey={({ id }) => id}
        error={error}
        onRetry={() => void refetch()}
        empty={{ title: t('agree'), text: t('agreeText'), icon: Scale }}
        page={page}
        pageCount={Math.ceil((data?.total ?? 0) / PAGE_SIZE)}
        pageTo={pageTo}
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
      <span className={css.figure}>{formatMoney(side.amountTiyin)}</span>
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
      cell: ({ kind, times }) => (
        <span className={css.stack}>
          {t(`kind.${kind}`)}
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
          {paymentId === null ? null : ` · ${paymentId}`}
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
          <span className={css.acts}>
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
