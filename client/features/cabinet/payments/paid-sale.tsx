import { CircleCheck, CircleDollarSign, Clock3, LoaderCircle, TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { PaymentDetails } from '#shared/api/cabinet/payments.ts';
import type { WinLot } from '#shared/api/cabinet/winlots.ts';
import { isLost } from '#shared/lifecycles/settlement.ts';
import { PickUp } from '#client/entities/sale/pick-up.tsx';
import { formatMoney } from '#client/lib/format/money.ts';
import { paths } from '#client/lib/paths.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { ButtonLink } from '#client/ui/button-link.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import css from './payments.module.css';
import { ReceiptButton } from './receipt-button.tsx';

/** The credited sum pays for the lot within moments; later it is said that it has not. */
const PAYS_WITHIN_MS = 10_000;
const ASK_MS = 1_500;

const ICONS = {
  full: CircleCheck,
  part: CircleDollarSign,
  paying: LoaderCircle,
  open: Clock3,
  paused: Clock3,
  lost: TriangleAlert,
} as const;
type Fate = keyof typeof ICONS;

/** What has come of the sale that the money was for. */
function fateOf({ state, pausedAtMs }: WinLot, waited: boolean): Fate {
  if (state === 'paid') return 'full';
  if (state === 'part-paid') return 'part';
  if (isLost(state)) return 'lost';
  if (pausedAtMs !== null) return 'paused';
  return waited ? 'open' : 'paying';
}

interface PaidSaleProps {
  payment: PaymentDetails;
  winLot: WinLot;
  refetch: () => unknown;
}

/** A payment for a won lot that has arrived: what is bought, whether the price is paid, and how it is collected. */
export default function PaidSale({ payment, winLot, refetch }: PaidSaleProps) {
  const { t } = useTranslation('payments');
  const localized = useLocalized();
  const [waited, setWaited] = useState(false);
  const fate = fateOf(winLot, waited);
  useEffect(() => {
    if (fate !== 'paying') return undefined;
    const asking = setInterval(refetch, ASK_MS);
    const patience = setTimeout(() => setWaited(true), PAYS_WITHIN_MS);
    return () => {
      clearInterval(asking);
      clearTimeout(patience);
    };
  }, [fate, refetch]);
  const { lotId, priceTiyin, parts, missingTiyin, protocol } = winLot;
  const Icon = ICONS[fate];
  return (
    <section className={css.card} data-shown={fate === 'full' ? 'paid' : fate}>
      <Icon className={css.icon} size={56} strokeWidth={1.5} aria-hidden />
      <div role="status">
        <PageTitle>{t(`sale.${fate}`)}</PageTitle>
        <p className={css.bought}>{localized(winLot.title)}</p>
        <p className={css.sum}>{formatMoney(fate === 'full' ? priceTiyin : payment.amountTiyin)}</p>
        <p>
          {t(`sale.${fate}Text`, {
            sum: formatMoney(payment.amountTiyin),
            left: formatMoney(parts?.leftTiyin ?? 0),
            missing: formatMoney(missingTiyin),
          })}
        </p>
      </div>
      {fate === 'full' || fate === 'part' ? (
        <PickUp lotId={lotId} protocolNumber={protocol?.number ?? null} paid={fate === 'full'} />
      ) : null}
      <div className={css.actions}>
        <ButtonLink to={paths.winLots(lotId)} size="md">
          {t(fate === 'open' ? 'sale.pay' : 'sale.toLot')}
        </ButtonLink>
        <ReceiptButton paymentId={payment.id} />
        {protocol ? (
          <Link
            className={css.protocol}
            to={paths.checkProtocol(protocol.number, protocol.word ?? undefined)}
          >
            {t('sale.protocol', { number: protocol.number })}
          </Link>
        ) : null}
      </div>
    </section>
  );
}
