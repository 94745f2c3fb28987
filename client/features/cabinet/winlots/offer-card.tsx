import { useMutation } from '@tanstack/react-query';
import { CircleCheck, Clock3, Undo2, WalletCards } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { acceptOffer, declineOffer, type MyOffer } from '#shared/api/cabinet/second-offers.ts';
import { useRefreshSales } from '#client/entities/sale/sale-queries.ts';
import { call } from '#client/lib/api-client.ts';
import { formatDateTime } from '#client/lib/format/date.ts';
import { formatMoney } from '#client/lib/format/money.ts';
import { paths } from '#client/lib/paths.ts';
import { ButtonLink } from '#client/ui/button-link.tsx';
import { Button } from '#client/ui/button.tsx';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { Countdown } from '#client/ui/countdown.tsx';
import { useErrorText } from '#client/ui/error-state.tsx';
import { notify } from '#client/ui/toasts.tsx';
import layout from '#client/ui/layout.module.css';
import { SaleCard, Sum } from './sale-card.tsx';
import css from './winlots.module.css';

const URGENT_MS = 3 * 3_600_000;

/** A lot offered to the person as the reserve or the only participant: until when, at what price, and both answers. */
export function OfferCard({ offer }: { offer: MyOffer }) {
  const { t } = useTranslation(['winlots', 'lots']);
  const [asking, setAsking] = useState<'accept' | 'decline' | null>(null);
  const { answer, busy } = useAnswer(offer, () => setAsking(null));
  const {
    lotNumber,
    kind,
    priceTiyin,
    depositTiyin,
    answerByMs,
    missingTiyin,
    paymentWorkingDays,
    pausedAtMs,
  } = offer;
  return (
    <SaleCard
      isOffer
      id={`offer-${offer.offerId}`}
      lot={offer}
      state="awaiting"
      notes={
        <span className={layout.mutedSmall}>
          {t('lots:tile.number', { number: lotNumber })} · {t(`offer.kind.${kind}`)}
        </span>
      }
      facts={
        <dl className={css.sums}>
          <Sum name={t('sum.price')} tiyin={priceTiyin} strong />
          {depositTiyin > 0 ? <Sum name={t('sum.deposit')} tiyin={depositTiyin} /> : null}
        </dl>
      }
    >
      {pausedAtMs === null ? null : <p className={css.ended}>{t('offer.paused')}</p>}
      <div className={css.act} hidden={pausedAtMs !== null}>
        <p className={css.deadline}>
          <Clock3 size={22} aria-hidden />
          <span>
            {t('offer.until', { time: formatDateTime(answerByMs) })}{' '}
            <b>
              <Countdown untilMs={answerByMs} over={t('deadline.over')} urgentMs={URGENT_MS} />
            </b>
          </span>
        </p>
        {missingTiyin > 0 ? (
          <p className={css.missing} role="note">
            <WalletCards size={20} aria-hidden />
            <span>{t('offer.missing', { sum: formatMoney(missingTiyin) })}</span>
          </p>
        ) : null}
        <div className={css.ways}>
          {missingTiyin > 0 ? (
            <ButtonLink to={paths.topUp({ amountTiyin: missingTiyin, returnTo: paths.winLots() })}>
              {t('offer.topUp', { sum: formatMoney(missingTiyin) })}
            </ButtonLink>
          ) : (
            <Button
              size="md"
              leftSection={<CircleCheck size={18} aria-hidden />}
              onClick={() => setAsking('accept')}
            >
              {t('offer.accept')}
            </Button>
          )}
          <Button
            variant="subtle"
            size="md"
            leftSection={<Undo2 size={18} aria-hidden />}
            onClick={() => setAsking('decline')}
          >
            {t('offer.decline')}
          </Button>
        </div>
      </div>
      <ConfirmDialog
        opened={asking !== null}
        title={t(`offer.ask.${asking ?? 'accept'}`)}
        confirm={t(`offer.${asking ?? 'accept'}`)}
        cancel={t('offer.back')}
        danger={asking === 'decline'}
        busy={busy}
        onConfirm={() => asking && answer(asking)}
        onCancel={() => setAsking(null)}
      >
        {asking === 'decline'
          ? t('offer.declineText')
          : t('offer.acceptText', {
              price: formatMoney(priceTiyin),
              deposit: formatMoney(depositTiyin),
              count: paymentWorkingDays,
            })}
      </ConfirmDialog>
    </SaleCard>
  );
}

function useAnswer({ offerId }: MyOffer, onAnswered: () => void) {
  const { t } = useTranslation('winlots');
  const refresh = useRefreshSales();
  const errorText = useErrorText();
  const { mutate, isPending } = useMutation({
    mutationFn: (what: 'accept' | 'decline') =>
      call(what === 'accept' ? acceptOffer : declineOffer, { body: { offerId } }),
    onSuccess: (given) => {
      if (given.verdict === 'accepted' || given.verdict === 'declined')
        notify('success', t(`offer.done.${given.verdict}`));
      else if (given.verdict === 'short')
        notify('warning', t('offer.missing', { sum: formatMoney(given.missingTiyin) }));
      else if (given.verdict === 'refused') notify('error', t(`offer.refused.${given.reason}`));
      else notify('warning', t(`offer.${given.verdict}`));
    },
    onError: (error) => notify('error', errorText(error)),
    onSettled: () => {
      // Whether it was answered is not known without an answer.
      refresh();
      onAnswered();
    },
  });
  return { answer: (what: 'accept' | 'decline') => mutate(what), busy: isPending };
}
