import { FileText, Landmark, ThumbsUp, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { WinLot } from '#shared/api/winlots.ts';
import { AfterSale } from '#client/entities/sale/after-sale.tsx';
import { SettlementBadge } from '#client/entities/sale/settlement-badge.tsx';
import { paths } from '#client/lib/paths.ts';
import { Button } from '#client/ui/button.tsx';
import { HandOverNote, isHandedOver } from '#client/entities/sale/hand-over-note.tsx';
import { BankOrderDialog } from './bank-order.tsx';
import { Deadline } from './deadline.tsx';
import { HandOverPanel } from './hand-over-panel.tsx';
import { PayPanel } from './pay-panel.tsx';
import { RefuseDialog } from './refuse-dialog.tsx';
import { SaleCard, Sum } from './sale-card.tsx';
import { useAccept } from './use-accept.ts';
import css from './winlots.module.css';

/** A lot the person has won: what is due and until when, how to pay or refuse it, and what has happened since. */
export function WinLotCard({ winLot }: { winLot: WinLot }) {
  const { t } = useTranslation(['winlots', 'lots']);
  const { lotNumber, state, sale, bidderNumber, protocol, canPay, pausedAtMs, steps, handOver } = winLot;
  const handedOver = handOver !== null && isHandedOver(handOver.state);
  return (
    <SaleCard
      id={`win-lot-${winLot.settlementId}`}
      lot={winLot}
      state={state}
      notes={
        <div className={css.badges}>
          <SettlementBadge state={state} />
          <span className={css.note}>
            {t('lots:tile.number', { number: lotNumber })} · {t(`sale.${sale}`, { number: bidderNumber })}
          </span>
        </div>
      }
      facts={
        <>
          <Sums winLot={winLot} />
          {protocol ? (
            <p className={css.links}>
              <FileText size={18} aria-hidden />
              <Link to={paths.checkProtocol(protocol.number, protocol.word ?? undefined)}>
                {t('protocol', { number: protocol.number })}
              </Link>
              {protocol.pdf ? (
                <a href={protocol.pdf} target="_blank" rel="noreferrer">
                  {t('protocolPdf')}
                </a>
              ) : null}
            </p>
          ) : null}
        </>
      }
    >
      {canPay ? (
        <div className={css.act}>
          <Deadline winLot={winLot} />
          <PayPanel winLot={winLot} />
          <OtherWays winLot={winLot} />
        </div>
      ) : (
        <p className={css.ended}>
          {pausedAtMs === null ? t(`ended.${handedOver ? 'handed-over' : state}`) : t('paused')}
        </p>
      )}
      {winLot.canConfirmHandOver ? <HandOverPanel winLot={winLot} /> : null}
      <AfterSale steps={steps} reader="buyer" />
      {handOver ? <HandOverNote handOver={handOver} /> : null}
    </SaleCard>
  );
}

function Sums({ winLot: { priceTiyin, depositTiyin, paidTiyin, dueTiyin, canPay } }: { winLot: WinLot }) {
  const { t } = useTranslation('winlots');
  return (
    <dl className={css.sums}>
      <Sum name={t('sum.price')} tiyin={priceTiyin} />
      {depositTiyin > 0 ? <Sum name={t('sum.deposit')} tiyin={depositTiyin} /> : null}
      {paidTiyin > 0 ? <Sum name={t('sum.paid')} tiyin={paidTiyin} /> : null}
      {canPay ? <Sum name={t('sum.due')} tiyin={dueTiyin - paidTiyin} strong /> : null}
    </dl>
  );
}

/** What can be done beside paying at once: accept, pay through a bank, refuse. */
function OtherWays({ winLot }: { winLot: WinLot }) {
  const { t } = useTranslation('winlots');
  const [open, setOpen] = useState<'bank' | 'refuse' | null>(null);
  const { accept, busy } = useAccept(winLot.lotId);
  const { canAccept, canRefuse, bankOrder } = winLot;
  return (
    <div className={css.ways}>
      {canAccept ? (
        <Button
          variant="default"
          size="md"
          loading={busy}
          leftSection={<ThumbsUp size={18} aria-hidden />}
          onClick={accept}
        >
          {t('accept.press')}
        </Button>
      ) : null}
      {bankOrder ? (
        <Button
          variant="default"
          size="md"
          leftSection={<Landmark size={18} aria-hidden />}
          onClick={() => setOpen('bank')}
        >
          {t('bank.open')}
        </Button>
      ) : null}
      {canRefuse ? (
        <Button
          variant="subtle"
          size="md"
          leftSection={<Undo2 size={18} aria-hidden />}
          onClick={() => setOpen('refuse')}
        >
          {t('refuse.open')}
        </Button>
      ) : null}
      {open === 'bank' && bankOrder ? (
        <BankOrderDialog lotId={winLot.lotId} order={bankOrder} onClose={() => setOpen(null)} />
      ) : null}
      {open === 'refuse' ? <RefuseDialog winLot={winLot} onClose={() => setOpen(null)} /> : null}
    </div>
  );
}
