import { FileText, Landmark, ThumbsUp, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { WinLot } from '#shared/api/cabinet/winlots.ts';
import { isLost } from '#shared/lifecycles/settlement.ts';
import { AfterSale } from '#client/entities/sale/after-sale.tsx';
import { PartSchedule } from '#client/entities/sale/part-schedule.tsx';
import { PickUp } from '#client/entities/sale/pick-up.tsx';
import { SettlementBadge } from '#client/entities/sale/settlement-badge.tsx';
import { paths } from '#client/lib/paths.ts';
import { Button } from '#client/ui/button.tsx';
import { HandOverNote, isHandedOver } from '#client/entities/sale/hand-over-note.tsx';
import layout from '#client/ui/layout.module.css';
import { BankOrderDialog } from './bank-order.tsx';
import { Deadline } from './deadline.tsx';
import { HandOverPanel } from './hand-over-panel.tsx';
import { LeavePanel } from './leave-panel.tsx';
import { costOf, hasChoice, PayChoice, type Cost, type Through } from './pay-choice.tsx';
import { PayPanel } from './pay-panel.tsx';
import { RefuseDialog } from './refuse-dialog.tsx';
import { SaleCard, Sum } from './sale-card.tsx';
import { useAccept } from './use-accept.ts';
import { usePay } from './use-pay.ts';
import css from './winlots.module.css';

/** A lot the person has won: what is due and until when, how to pay or refuse it, and what has happened since. */
export function WinLotCard({ winLot }: { winLot: WinLot }) {
  const { t } = useTranslation(['winlots', 'lots']);
  const { lotNumber, state, sale, bidderNumber, protocol, canPay, pausedAtMs, parts, steps, handOver } =
    winLot;
  const handedOver = handOver !== null && isHandedOver(handOver.state);
  return (
    <SaleCard
      id={`win-lot-${winLot.settlementId}`}
      lot={winLot}
      state={state}
      notes={
        <div className={css.badges}>
          <SettlementBadge state={state} />
          <span className={layout.mutedSmall}>
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
        <Paying winLot={winLot} />
      ) : (
        <p className={css.ended}>
          {pausedAtMs === null ? t(`ended.${handedOver ? 'handed-over' : state}`) : t('paused')}
        </p>
      )}
      {winLot.canLeave ? <LeavePanel winLot={winLot} /> : null}
      {winLot.leaveStop ? <p>{t(`leave.over.${winLot.leaveStop}`)}</p> : null}
      {winLot.canConfirmHandOver ? <HandOverPanel winLot={winLot} /> : null}
      {handedOver || isLost(state) ? null : (
        <PickUp lotId={winLot.lotId} protocolNumber={protocol?.number ?? null} paid={state === 'paid'} />
      )}
      {parts ? <PartSchedule schedule={parts} /> : null}
      <AfterSale steps={steps} reader="buyer" />
      {handOver ? <HandOverNote handOver={handOver} /> : null}
    </SaleCard>
  );
}

function Sums({
  winLot: { sale, priceTiyin, depositTiyin, paidTiyin, dueTiyin, canPay, parts },
}: {
  winLot: WinLot;
}) {
  const { t } = useTranslation('winlots');
  return (
    <dl className={css.sums}>
      <Sum name={t('sum.price')} tiyin={priceTiyin} />
      {/* Of a purchase it is the payment itself: no deposit is asked for. */}
      {depositTiyin > 0 && sale !== 'purchase' ? <Sum name={t('sum.deposit')} tiyin={depositTiyin} /> : null}
      {paidTiyin > 0 ? <Sum name={t('sum.paid')} tiyin={paidTiyin} /> : null}
      {canPay && !parts?.begunAtMs ? <Sum name={t('sum.due')} tiyin={dueTiyin - paidTiyin} strong /> : null}
    </dl>
  );
}

/** How it is paid by when: everything that is left, or the chosen parts of it. */
function Paying({ winLot }: { winLot: WinLot }) {
  const { parts, lotId, balanceTiyin } = winLot;
  const { pay, busy } = usePay(lotId);
  const choice = hasChoice(parts);
  const first = choice ? (parts.parts.find(({ state }) => state !== 'paid')?.k ?? null) : null;
  const [chosen, setChosen] = useState<{ from: number | null; through: Through }>({
    from: first,
    through: first,
  });
  // After a payment another part is the first one: what was chosen before it is paid.
  const through = chosen.from === first ? chosen.through : first;
  const cost = costOf(winLot, through);
  return (
    <div className={css.act}>
      <Deadline winLot={winLot} />
      {choice ? (
        <PayChoice
          key={first}
          winLot={winLot}
          through={through}
          schedule={parts}
          onChoose={(next) => setChosen({ from: first, through: next })}
        />
      ) : null}
      <PayPanel balanceTiyin={balanceTiyin} cost={cost} pay={pay} busy={busy} />
      <OtherWays winLot={winLot} cost={cost} />
    </div>
  );
}

/** What can be done beside paying at once: accept, pay through a bank, refuse. */
function OtherWays({ winLot, cost }: { winLot: WinLot; cost: Cost }) {
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
        <BankOrderDialog
          lotId={winLot.lotId}
          order={cost.through === null ? bankOrder : { ...bankOrder, amountTiyin: cost.sumTiyin }}
          through={cost.through}
          onClose={() => setOpen(null)}
        />
      ) : null}
      {open === 'refuse' ? <RefuseDialog winLot={winLot} onClose={() => setOpen(null)} /> : null}
    </div>
  );
}
