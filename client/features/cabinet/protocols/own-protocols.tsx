import { FileText, QrCode } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { customerProtocols, lotProtocols, type OwnProtocol } from '#shared/api/cabinet/protocols.ts';
import { PROTOCOL_STATUSES } from '#shared/lifecycles/protocol-causes.ts';
import { PROTOCOL_COLOURS } from '#shared/lifecycles/protocol.ts';
import { dayText } from '#shared/time/tashkent.ts';
import { CancelledText } from '#client/entities/protocol/cancelled-text.tsx';
import { call } from '#client/lib/api-client.ts';
import { paths } from '#client/lib/paths.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { Badge } from '#client/ui/badge.tsx';
import { ButtonLink } from '#client/ui/button-link.tsx';
import type { Column } from '#client/ui/data-table/data-table.tsx';
import { ExportLinks } from '#client/ui/data-table/export-links.tsx';
import { ChoiceFilter } from '#client/ui/data-table/list-filters.tsx';
import { chosen, oneOf, useListPage } from '#client/ui/data-table/list-page.ts';
import { ListTable } from '#client/ui/data-table/list-table.tsx';
import { TableTools } from '#client/ui/data-table/table-tools.tsx';
import { MoneyText } from '#client/ui/money-text.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import layout from '#client/ui/layout.module.css';
import { QrDialog } from './qr-dialog.tsx';
import css from './protocols.module.css';

const PAGE_SIZE = 20;

/** /profile/qr-code-protocols: protocols of the lots I have bought. */
export const BuyerProtocols = () => <OwnProtocols side="buyer" />;

/** /profile/customer-protocols: protocols and minutes of the lots I sell. */
export const CustomerProtocols = () => <OwnProtocols side="customer" />;

const SIDES = {
  buyer: { page: 'qr-code-protocols', contract: lotProtocols },
  customer: { page: 'customer-protocols', contract: customerProtocols },
} as const;

function OwnProtocols({ side }: { side: keyof typeof SIDES }) {
  const { t } = useTranslation(['protocols', 'cabinet']);
  const { page: name, contract } = SIDES[side];
  const [shown, setShown] = useState<OwnProtocol | null>(null);
  const list = useListPage({
    name,
    filters: ['status'],
    size: PAGE_SIZE,
    read: ({ page, size, filters: { status }, signal }) =>
      call(contract, {
        query: { page, size, ...chosen({ status: oneOf(PROTOCOL_STATUSES, status) }) },
        signal,
      }),
  });
  const title = t(`cabinet:page.${name}`);
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <TableTools
        list={list}
        exports={
          <ExportLinks
            list={side === 'buyer' ? 'qr-code-protocols' : 'customer-protocols'}
            filters={list.filters}
          />
        }
      >
        <ChoiceFilter
          list={list}
          name="status"
          label={t('column.status')}
          none={t('allStatuses')}
          options={PROTOCOL_STATUSES.map((value) => ({ value, label: t(`status.${value}`) }))}
        />
      </TableTools>
      <ListTable
        list={list}
        label={title}
        columns={useColumns(setShown)}
        rowKey={({ number }) => number}
        empty={{
          title: t('empty'),
          text: t(`emptyText.${side}`),
          icon: QrCode,
          children:
            side === 'buyer' ? (
              <ButtonLink to={paths.lotList()}>{t('toLots')}</ButtonLink>
            ) : (
              <ButtonLink to={paths.orders()}>{t('toOrders')}</ButtonLink>
            ),
        }}
        mark={({ status }) => (status === 'cancelled' ? 'faded' : undefined)}
      />
      <p className={layout.intro}>{t(`lead.${side}`)}</p>
      {shown ? <QrDialog protocol={shown} onClose={() => setShown(null)} /> : null}
    </>
  );
}

function useColumns(onShow: (protocol: OwnProtocol) => void): Column<OwnProtocol>[] {
  const { t } = useTranslation('protocols');
  const localized = useLocalized();
  return [
    {
      key: 'lot',
      head: t('column.lot'),
      main: true,
      cell: ({ lot, cause }) => (
        <span className={css.lot}>
          <Link to={paths.lotResult(lot.id)}>
            {t('lots:tile.number', { number: lot.number })}, {localized(lot.title)}
          </Link>
          <small>{t(`cause.${cause}`)}</small>
        </span>
      ),
    },
    {
      key: 'number',
      head: t('column.number'),
      cell: ({ number }) => <span className={layout.oneLine}>{number}</span>,
    },
    {
      key: 'date',
      head: t('column.date'),
      cell: ({ date }) => dayText(date),
    },
    {
      key: 'price',
      head: t('column.price'),
      end: true,
      cell: ({ priceTiyin, bidderNumber }) =>
        priceTiyin === null ? (
          '—'
        ) : (
          <span className={css.price}>
            <MoneyText tiyin={priceTiyin} />
            {bidderNumber === null ? null : <small>{t('participant', { number: bidderNumber })}</small>}
          </span>
        ),
    },
    {
      key: 'status',
      head: t('column.status'),
      cell: ({ status, cancelled }) => (
        <span className={css.status}>
          <Badge colour={PROTOCOL_COLOURS[status]}>{t(`status.${status}`)}</Badge>
          {cancelled ? (
            <small>
              <CancelledText cancelled={cancelled} />
            </small>
          ) : null}
        </span>
      ),
    },
    {
      key: 'actions',
      head: t('column.actions'),
      cell: (row) => (
        <span className={css.actions}>
          <button type="button" className={css.link} onClick={() => onShow(row)}>
            <QrCode size={18} aria-hidden />
            {t('show')}
          </button>
          <a className={css.link} href={row.fileUrl} target="_blank" rel="noreferrer noopener">
            <FileText size={18} aria-hidden />
            {t('download')}
          </a>
        </span>
      ),
    },
  ];
}
