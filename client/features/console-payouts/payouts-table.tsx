import { Banknote } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { consolePayouts, type PayoutMove, type StaffPayout } from '#shared/api/payouts.ts';
import { PAYOUT_COLOURS, PAYOUT_STATES } from '#shared/lifecycles/payout.ts';
import { call } from '#client/lib/api-client.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import { paths } from '#client/lib/paths.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { Badge } from '#client/ui/badge.tsx';
import { ListLead, Stacked } from '#client/ui/data-table/cells.tsx';
import type { Column } from '#client/ui/data-table/data-table.tsx';
import { ExportLinks } from '#client/ui/data-table/export-links.tsx';
import { oneOf, useListPage } from '#client/ui/data-table/list-page.ts';
import { ListTable } from '#client/ui/data-table/list-table.tsx';
import { TableTools } from '#client/ui/data-table/table-tools.tsx';
import { SelectField } from '#client/ui/field.tsx';
import { MoneyText } from '#client/ui/money-text.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { PayoutDialog } from './payout-dialog.tsx';
import { Requisites } from './requisites.tsx';
import css from './console-payouts.module.css';

const PAGE_SIZE = 20;
/** Colleagues decide, and sellers change their requisites meanwhile. */
const ASK_MS = 15_000;
const STATES = [...PAYOUT_STATES, 'all'] as const;

/** /console/payouts: what sellers get for paid sales, those that wait for staff first. */
export function PayoutsTable() {
  const { t } = useTranslation('console-payouts');
  const [acting, setActing] = useState<{ payout: StaffPayout; move: PayoutMove } | null>(null);
  const list = useListPage({
    name: 'console-payouts',
    filters: ['state', 'lot'],
    size: PAGE_SIZE,
    refreshMs: ASK_MS,
    read: ({ page, size, filters: { state, lot }, signal }) =>
      call(consolePayouts, {
        query: {
          ...{ page, size, state: oneOf(STATES, state) ?? 'waiting' },
          ...(/^[1-9]\d{0,14}$/.test(lot) ? { lotId: Number(lot) } : {}),
        },
        signal,
      }),
  });
  const columns = useColumns((payout, move) => setActing({ payout, move }));
  return (
    <>
      <PageTitle>{t('title')}</PageTitle>
      <ListLead>
        {list.data ? <strong>{t('waiting', { count: list.data.waiting })}. </strong> : null}
        {t('lead')}
      </ListLead>
      <TableTools exports={<ExportLinks staff list="console-payouts" filters={list.filters} />}>
        <SelectField
          label={t('column.state')}
          value={list.filters.state}
          onChange={(value) => list.choose({ state: value })}
          options={[
            { value: '', label: t('waitingOption') },
            ...PAYOUT_STATES.map((value) => ({ value, label: t(`state.${value}`) })),
            { value: 'all', label: t('all') },
          ]}
        />
      </TableTools>
      <ListTable
        list={list}
        label={t('title')}
        columns={columns}
        rowKey={({ id }) => id}
        empty={{ title: t('empty'), text: t('emptyText'), icon: Banknote }}
      />
      {acting ? <PayoutDialog {...acting} onClose={() => setActing(null)} onChange={list.again} /> : null}
    </>
  );
}

function useColumns(onAct: (payout: StaffPayout, move: PayoutMove) => void): Column<StaffPayout>[] {
  const { t } = useTranslation('console-payouts');
  const localized = useLocalized();
  return [
    {
      key: 'lot',
      head: t('column.lot'),
      main: true,
      cell: ({ lotId, title, seller, recipient }) => (
        <Stacked>
          <Link to={paths.lotResult(lotId)}>{localized(title)}</Link>
          <small>
            № {lotId} · {seller.name}
          </small>
          {recipient === null ? null : <small>{t('share', { name: recipient })}</small>}
        </Stacked>
      ),
    },
    {
      key: 'amount',
      head: t('column.amount'),
      end: true,
      cell: ({ amountTiyin, priceTiyin, feeTiyin }) => (
        <Stacked>
          <MoneyText tiyin={amountTiyin} />
          <small>
            {t('priceAndFee')}: <MoneyText tiyin={priceTiyin} size="small" /> −{' '}
            <MoneyText tiyin={feeTiyin} size="small" />
          </small>
        </Stacked>
      ),
    },
    { key: 'to', head: t('column.to'), cell: ({ requisites }) => <Requisites requisites={requisites} /> },
    { key: 'state', head: t('column.state'), cell: (payout) => <State payout={payout} /> },
    { key: 'steps', head: t('column.steps'), cell: ({ steps }) => <Steps steps={steps} /> },
    {
      key: 'actions',
      head: t('column.actions'),
      cell: (payout) =>
        payout.may.length === 0 ? (
          '—'
        ) : (
          <span className={css.verbs}>
            {payout.may.map((move) => (
              <button
                key={move}
                type="button"
                data-verb={move}
                aria-label={`${t(`act.${move}`)}: № ${payout.id}`}
                onClick={() => onAct(payout, move)}
              >
                {t(`act.${move}`)}
              </button>
            ))}
          </span>
        ),
    },
  ];
}

/** Where it stands, what it waits for, and a warning where the seller gave other requisites after the sale. */
function State({ payout }: { payout: StaffPayout }) {
  const { t } = useTranslation('console-payouts');
  const { state, approvals, approvalsNeeded, notBeforeMs, requisitesChangedAtMs, bankDocument } = payout;
  const held = payout.protested && (state === 'planned' || state === 'approved');
  const planned = state === 'planned';
  return (
    <Stacked>
      <Badge colour={PAYOUT_COLOURS[state]}>{t(`state.${state}`)}</Badge>
      {planned ? <small>{t('notBefore', { time: formatDateTimeShort(notBeforeMs) })}</small> : null}
      {planned && approvalsNeeded > 1 ? (
        <small>{t('approvals', { count: approvals, needed: approvalsNeeded })}</small>
      ) : null}
      {held ? (
        <span className={css.waiting}>
          <Link to={`${paths.console('protests')}?lot=${payout.lotId}`}>{t('protested')}</Link>
        </span>
      ) : null}
      {bankDocument === null ? null : <small>{t('document', { number: bankDocument })}</small>}
      {requisitesChangedAtMs === null ? null : (
        <span className={css.waiting}>
          {t('requisitesChanged', { time: formatDateTimeShort(requisitesChangedAtMs) })}
        </span>
      )}
    </Stacked>
  );
}

/** Who did what and when; the words that were said with it. */
function Steps({ steps }: Pick<StaffPayout, 'steps'>) {
  const { t } = useTranslation('console-payouts');
  return (
    <ol className={css.steps}>
      {steps.map(({ action, by, atMs, note }) => (
        <li key={`${action}-${atMs}-${by}`}>
          {formatDateTimeShort(atMs)} {t(`step.${action}`)}
          {by === '' ? '' : `, ${by}`}
          {note ? <q>{note}</q> : null}
        </li>
      ))}
    </ol>
  );
}
