import { HandCoins } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { consoleSettlements, type StaffSettlement } from '#shared/api/winlots.ts';
import { SETTLEMENT_STATES } from '#shared/lifecycles/settlement.ts';
import { SettlementBadge } from '#client/entities/sale/settlement-badge.tsx';
import { call } from '#client/lib/api-client.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import { paths } from '#client/lib/paths.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { ListLead, Stacked } from '#client/ui/data-table/cells.tsx';
import type { Column } from '#client/ui/data-table/data-table.tsx';
import { ExportLinks } from '#client/ui/data-table/export-links.tsx';
import { oneOf, useListPage } from '#client/ui/data-table/list-page.ts';
import { ListTable } from '#client/ui/data-table/list-table.tsx';
import { TableTools } from '#client/ui/data-table/table-tools.tsx';
import { SelectField } from '#client/ui/field.tsx';
import { MoneyText } from '#client/ui/money-text.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { DecisionDialog } from './decision-dialog.tsx';
import { ExtendDialog } from './extend-dialog.tsx';
import css from './console-settlements.module.css';

const PAGE_SIZE = 20;
/** Buyers pay and colleagues decide meanwhile. */
const ASK_MS = 15_000;
const STATES = [...SETTLEMENT_STATES, 'all'] as const;

type Verb = StaffSettlement['may'][number];

/** /console/settlements: what buyers of sold lots owe, the next deadline first; a later deadline takes two persons. */
export function SettlementsTable() {
  const { t } = useTranslation(['console-settlements', 'after-sale']);
  const [acting, setActing] = useState<{ settlement: StaffSettlement; verb: Verb } | null>(null);
  const list = useListPage({
    name: 'console-settlements',
    filters: ['state', 'lot'],
    size: PAGE_SIZE,
    refreshMs: ASK_MS,
    read: ({ page, size, filters: { state, lot }, signal }) =>
      call(consoleSettlements, {
        query: {
          ...{ page, size, state: oneOf(STATES, state) ?? 'open' },
          ...(/^[1-9]\d{0,14}$/.test(lot) ? { lotId: Number(lot) } : {}),
        },
        signal,
      }),
  });
  const columns = useColumns((settlement, verb) => setActing({ settlement, verb }));
  const close = () => setActing(null);
  return (
    <>
      <PageTitle>{t('title')}</PageTitle>
      <ListLead>
        {list.data ? <strong>{t('open', { count: list.data.open })}. </strong> : null}
        {t('lead')}
      </ListLead>
      <TableTools exports={<ExportLinks staff list="console-settlements" filters={list.filters} />}>
        <SelectField
          label={t('column.state')}
          value={list.filters.state}
          onChange={(value) => list.choose({ state: value })}
          options={[
            { value: '', label: t('openOption') },
            ...SETTLEMENT_STATES.map((value) => ({ value, label: t(`after-sale:state.${value}`) })),
            { value: 'all', label: t('all') },
          ]}
        />
      </TableTools>
      <ListTable
        list={list}
        label={t('title')}
        columns={columns}
        rowKey={({ id }) => id}
        empty={{ title: t('empty'), text: t('emptyText'), icon: HandCoins }}
      />
      {acting === null ? null : acting.verb === 'extend' ? (
        <ExtendDialog settlement={acting.settlement} onClose={close} onChange={list.again} />
      ) : (
        <DecisionDialog
          settlement={acting.settlement}
          verb={acting.verb}
          onClose={close}
          onChange={list.again}
        />
      )}
    </>
  );
}

function useColumns(onAct: (settlement: StaffSettlement, verb: Verb) => void): Column<StaffSettlement>[] {
  const { t } = useTranslation('console-settlements');
  const localized = useLocalized();
  return [
    {
      key: 'lot',
      head: t('column.lot'),
      main: true,
      cell: ({ lotId, title, sale }) => (
        <Stacked>
          <Link to={paths.lotResult(lotId)}>{localized(title)}</Link>
          <small>
            № {lotId} · {t(`sale.${sale}`)}
          </small>
        </Stacked>
      ),
    },
    {
      key: 'buyer',
      head: t('column.buyer'),
      cell: ({ buyer }) => (
        <Stacked>
          {buyer.name}
          <small>{t('participant', { number: buyer.number })}</small>
        </Stacked>
      ),
    },
    {
      key: 'price',
      head: t('column.price'),
      end: true,
      cell: ({ priceTiyin, depositTiyin, paidTiyin }) => (
        <Stacked>
          <MoneyText tiyin={priceTiyin} />
          <small>
            {t('depositAndPaid')}: <MoneyText tiyin={depositTiyin} size="small" /> +{' '}
            <MoneyText tiyin={paidTiyin} size="small" />
          </small>
        </Stacked>
      ),
    },
    { key: 'state', head: t('column.state'), cell: ({ state }) => <SettlementBadge state={state} /> },
    { key: 'due', head: t('column.due'), cell: (settlement) => <Due settlement={settlement} /> },
    {
      key: 'actions',
      head: t('column.actions'),
      cell: (settlement) =>
        settlement.may.length === 0 && !settlement.cancellable ? (
          '—'
        ) : (
          <span className={css.verbs}>
            {settlement.may.map((verb) => (
              <button
                key={verb}
                type="button"
                data-verb={verb}
                aria-label={`${t(`act.${verb}`)}: № ${settlement.lotId}`}
                onClick={() => onAct(settlement, verb)}
              >
                {t(`act.${verb}`)}
              </button>
            ))}
            {settlement.cancellable ? (
              <Link
                to={paths.cancelResult(settlement.lotId)}
                aria-label={`${t('cancelResult')}: № ${settlement.lotId}`}
              >
                {t('cancelResult')}
              </Link>
            ) : null}
          </span>
        ),
    },
  ];
}

/** The deadline, what follows it, and a later one that waits for a second person. */
function Due({ settlement }: { settlement: StaffSettlement }) {
  const { t } = useTranslation('console-settlements');
  const { dueAtMs, defaultAtMs, decidedAtMs, extension } = settlement;
  if (decidedAtMs !== null)
    return (
      <Stacked>
        {formatDateTimeShort(dueAtMs)}
        <small>{t('decided', { time: formatDateTimeShort(decidedAtMs) })}</small>
      </Stacked>
    );
  return (
    <Stacked>
      {formatDateTimeShort(dueAtMs)}
      <small>{t('lostAt', { time: formatDateTimeShort(defaultAtMs) })}</small>
      {extension ? (
        <span className={css.waiting}>
          {t('extension', { time: formatDateTimeShort(extension.untilMs), name: extension.by })}
          <q>{extension.reason}</q>
        </span>
      ) : null}
    </Stacked>
  );
}
