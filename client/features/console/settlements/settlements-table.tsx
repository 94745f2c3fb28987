import { HandCoins } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { consoleSettlements, type StaffSettlement } from '#shared/api/cabinet/winlots.ts';
import { SETTLEMENT_STATES, type SaleKind } from '#shared/lifecycles/settlement.ts';
import { RecordLink } from '#client/entities/staff-work/record-link.tsx';
import { SettlementBadge } from '#client/entities/sale/settlement-badge.tsx';
import { LotCell } from '#client/entities/lot/lot-cell.tsx';
import { PersonLink } from '#client/entities/person/person-link.tsx';
import { call } from '#client/lib/api-client.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import { formatMoney } from '#client/lib/format/money.ts';
import { paths } from '#client/lib/paths.ts';
import { Stacked, Waiting } from '#client/ui/data-table/cells.tsx';
import type { Column } from '#client/ui/data-table/data-table.tsx';
import { ExportLinks } from '#client/ui/data-table/export-links.tsx';
import { ChoiceFilter } from '#client/ui/data-table/list-filters.tsx';
import { ListScreen } from '#client/ui/staff-list/list-screen.tsx';
import { useLotList } from '#client/ui/data-table/lot-list.ts';
import { rowActions } from '#client/ui/data-table/row-actions.tsx';
import { MoneyText } from '#client/ui/money-text.tsx';
import { DecisionDialog } from './decision-dialog.tsx';
import { ExtendDialog } from './extend-dialog.tsx';
import { PartsDialog } from './parts-dialog.tsx';

/** Buyers pay and colleagues decide meanwhile. */
const ASK_MS = 15_000;
const STATES = [...SETTLEMENT_STATES, 'all'] as const;

/** `parts` only shows the schedule. */
type Verb = StaffSettlement['may'][number] | 'parts';

/** /console/settlements: what buyers of sold lots owe, the next deadline first; a later deadline takes two persons. */
export function SettlementsTable() {
  const { t } = useTranslation(['console-settlements', 'after-sale']);
  const [acting, setActing] = useState<{ settlement: StaffSettlement; verb: Verb } | null>(null);
  const list = useLotList({
    name: 'console-settlements',
    states: STATES,
    unchosen: 'open',
    refreshMs: ASK_MS,
    read: (query, signal) => call(consoleSettlements, { query, signal }),
  });
  const columns = useColumns((settlement, verb) => setActing({ settlement, verb }));
  const close = () => setActing(null);
  return (
    <ListScreen
      list={list}
      sums={
        list.data && [
          { label: t('column.price'), tiyin: list.data.sums.priceTiyin },
          { label: t('depositAndPaid'), tiyin: list.data.sums.paidTiyin },
        ]
      }
      title={t('title')}
      count={list.data && t('open', { count: list.data.open })}
      lead={t('lead')}
      tools={
        <ChoiceFilter
          list={list}
          name="state"
          label={t('column.state')}
          none={t('openOption')}
          options={[
            ...SETTLEMENT_STATES.map((value) => ({ value, label: t(`after-sale:state.${value}`) })),
            { value: 'all', label: t('all') },
          ]}
        />
      }
      exports={<ExportLinks staff list="console-settlements" filters={list.filters} />}
      columns={columns}
      rowKey={({ id }) => id}
      empty={{ title: t('empty'), text: t('emptyText'), icon: HandCoins }}
    >
      {acting === null ? null : acting.verb === 'parts' ? (
        <PartsDialog settlement={acting.settlement} onClose={close} />
      ) : acting.verb === 'extend' ? (
        <ExtendDialog settlement={acting.settlement} onClose={close} onChange={list.again} />
      ) : (
        <DecisionDialog
          settlement={acting.settlement}
          verb={acting.verb}
          onClose={close}
          onChange={list.again}
        />
      )}
    </ListScreen>
  );
}

function useColumns(onAct: (settlement: StaffSettlement, verb: Verb) => void): Column<StaffSettlement>[] {
  const { t } = useTranslation(['console-settlements', 'staff']);
  return [
    {
      key: 'lot',
      head: t('column.lot'),
      main: true,
      cell: ({ id, lotId, title, sale }) => (
        <LotCell lotId={lotId} title={title} note={t(`sale.${sale}`)}>
          <small>
            <RecordLink kind="settlement" number={id}>
              {t('staff:related')}
            </RecordLink>
          </small>
        </LotCell>
      ),
    },
    {
      key: 'buyer',
      head: t('column.buyer'),
      cell: ({ buyer, sale }) =>
        buyer ? (
          <Stacked>
            <PersonLink person={buyer} />
            <small>{t(sale === 'purchase' ? 'purchase' : 'participant', { number: buyer.number })}</small>
          </Stacked>
        ) : (
          t('hidden')
        ),
    },
    {
      key: 'price',
      head: t('column.price'),
      end: true,
      cell: ({ priceTiyin, depositTiyin, paidTiyin, parts, sale }) => (
        <Stacked>
          <MoneyText tiyin={priceTiyin} />
          {/* What was held for a purchase is no deposit. */}
          {sale === 'purchase' ? (
            <small>
              {t('paid')}: <MoneyText tiyin={depositTiyin + paidTiyin} size="small" />
            </small>
          ) : (
            <small>
              {t('depositAndPaid')}: <MoneyText tiyin={depositTiyin} size="small" /> +{' '}
              <MoneyText tiyin={paidTiyin} size="small" />
            </small>
          )}
          {parts ? (
            <small>
              {t('partsPaid', {
                count: parts.parts.filter(({ state }) => state === 'paid').length,
                all: parts.parts.length,
              })}
            </small>
          ) : null}
          {parts && parts.lateTiyin > 0 ? (
            <Waiting>{t('partsLate', { sum: formatMoney(parts.lateTiyin) })}</Waiting>
          ) : null}
        </Stacked>
      ),
    },
    { key: 'state', head: t('column.state'), cell: ({ state }) => <SettlementBadge state={state} /> },
    { key: 'due', head: t('column.due'), cell: (settlement) => <Due settlement={settlement} /> },
    rowActions({
      head: t('column.actions'),
      number: ({ lotId }) => lotId,
      verbs: ({ may, parts }) => (parts ? ['parts', ...may] : may),
      name: (verb) => t(`act.${verb}`),
      onAct,
      good: ['approve-extension'],
      links: ({ lotId, id, sale, cancellable, endable }) =>
        cancellable || endable ? (
          <>
            {endable ? (
              <Link
                to={`${paths.cancelResult(lotId, id)}&parts=late`}
                aria-label={`${t('endSale')}: № ${lotId}`}
              >
                {t('endSale')}
              </Link>
            ) : null}
            {cancellable ? <CancelLink lotId={lotId} saleId={id} sale={sale} /> : null}
          </>
        ) : null,
    }),
  ];
}

/** Of an auction the result is cancelled, at a fixed price one sale. */
function CancelLink({ lotId, saleId, sale }: { lotId: number; saleId: number; sale: SaleKind }) {
  const { t } = useTranslation('console-settlements');
  const name = t(sale === 'purchase' ? 'cancelSale' : 'cancelResult');
  return (
    <Link to={paths.cancelResult(lotId, saleId)} aria-label={`${name}: № ${lotId}`}>
      {name}
    </Link>
  );
}

/** The deadline, what follows it, and a later one that waits for a second person. */
function Due({ settlement }: { settlement: StaffSettlement }) {
  const { t } = useTranslation('console-settlements');
  const { dueAtMs, defaultAtMs, decidedAtMs, extension, parts } = settlement;
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
      {/* Once a part is paid, only staff ends the sale. */}
      {parts?.begunAtMs ? null : <small>{t('lostAt', { time: formatDateTimeShort(defaultAtMs) })}</small>}
      {extension ? (
        <Waiting>
          {t('extension', { time: formatDateTimeShort(extension.untilMs), name: extension.by })}
          <q>{extension.reason}</q>
        </Waiting>
      ) : null}
    </Stacked>
  );
}
