import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { LotDetails } from '#shared/api/site/lots.ts';
import { RESERVATION_MINUTES } from '#shared/limits/trade-terms.ts';
import { balanceQuery } from '#client/entities/wallet/balance.ts';
import { useRoomBase } from '#client/entities/lot/use-room-base.ts';
import type { LotLive } from '#client/entities/lot/lot-live.ts';
import { formatMoney } from '#client/lib/format/money.ts';
import { loginUrl, paths, registerUrl } from '#client/lib/paths.ts';
import { useSession } from '#client/lib/session.ts';
import { ButtonAnchor, ButtonLink } from '#client/ui/button-link.tsx';
import { MoneyText } from '#client/ui/money-text.tsx';
import layout from '#client/ui/layout.module.css';
import { MissingFacts } from '../missing-facts.tsx';
import { BuyButton } from './buy-button.tsx';
import { QuantityField } from './quantity-field.tsx';
import { WayToPay } from './way-to-pay.tsx';
import type { Buying } from './use-buying.tsx';
import card from '../card.module.css';
import css from './buy.module.css';

interface ChooseProps {
  lot: LotDetails;
  live: LotLive;
  buying: Buying;
}

/** How many, for how much, what happens then; and the one action that fits the person. */
export function Choose(props: ChooseProps) {
  const signedIn = useSession((state) => Boolean(state.user?.user_name));
  return signedIn ? <ForPerson {...props} /> : <Terms {...props} signedIn={false} />;
}

/** For its seller there is nothing to buy. While that is not known one may press: the server refuses the seller. */
function ForPerson(props: ChooseProps) {
  return useRoomBase(props.lot.id).data?.sells ? <Own /> : <Terms {...props} signedIn />;
}

function Terms({ lot, live, buying, signedIn }: ChooseProps & { signedIn: boolean }) {
  const { t } = useTranslation('purchases');
  const units = live.stock?.units ?? lot.quantity;
  return (
    <>
      <p>{t('panel.text')}</p>
      {units > 1 ? <QuantityField buying={buying} /> : null}
      <Sums lot={lot} buying={buying} several={units > 1} />
      {buying.offer ? <WayToPay lotId={lot.id} buying={buying} offer={buying.offer} /> : null}
      {signedIn ? <Buy buying={buying} /> : <SignIn buying={buying} />}
      <WhatNext byParts={buying.byParts} />
    </>
  );
}

function Own() {
  const { t } = useTranslation(['purchases', 'card']);
  return (
    <>
      <p>{t('ownLot')}</p>
      <ButtonLink to={paths.orders()} size="lg" fullWidth>
        {t('card:join.ownOrder')}
      </ButtonLink>
    </>
  );
}

function Sums({ lot, buying, several }: { lot: LotDetails; buying: Buying; several: boolean }) {
  const { t } = useTranslation('purchases');
  if (!several && !buying.byParts) return null;
  return (
    <dl className={css.sums}>
      {several ? (
        <div>
          <dt>{t('quantity.unitPrice')}</dt>
          <dd>
            <MoneyText tiyin={lot.startPriceTiyin} />
          </dd>
        </div>
      ) : null}
      <div className={css.total}>
        <dt>{t('sum.total')}</dt>
        <dd aria-live="polite">
          {buying.totalTiyin === null ? '—' : <MoneyText tiyin={buying.totalTiyin} />}
        </dd>
      </div>
      {buying.byParts ? (
        <div className={css.total}>
          <dt>{t('sum.dueNow')}</dt>
          <dd aria-live="polite">
            {buying.dueNowTiyin === null ? '—' : <MoneyText tiyin={buying.dueNowTiyin} />}
          </dd>
        </div>
      ) : null}
    </dl>
  );
}

/** What the balance lacks for what is due now; 0 also while it is unknown: the server then says what is missing. */
function useMissingTiyin({ dueNowTiyin }: Buying): number {
  const { data: balanceTiyin } = useQuery(balanceQuery);
  return balanceTiyin === undefined || dueNowTiyin === null ? 0 : Math.max(0, dueNowTiyin - balanceTiyin);
}

function Buy({ buying }: { buying: Buying }) {
  const { t } = useTranslation('purchases');
  const missingTiyin = useMissingTiyin(buying);
  return (
    <>
      <MissingFacts needed={t('gaps')} />
      {missingTiyin > 0 ? (
        <div className={card.short}>
          <p>{t('short', { missing: formatMoney(missingTiyin) })}</p>
          <ButtonLink
            to={paths.topUp({ amountTiyin: missingTiyin, returnTo: buying.returnTo })}
            size="lg"
            fullWidth
          >
            {t('topUp')}
          </ButtonLink>
        </div>
      ) : null}
      <BuyButton buying={buying} size="lg" fullWidth variant={missingTiyin > 0 ? 'default' : 'filled'} />
    </>
  );
}

function SignIn({ buying }: { buying: Buying }) {
  const { t } = useTranslation(['purchases', 'card']);
  return (
    <>
      <p>{t('signIn')}</p>
      <div className={card.pair}>
        <ButtonAnchor href={registerUrl(buying.returnTo)} size="lg" narrow>
          {t('card:join.registerButton')}
        </ButtonAnchor>
        <ButtonAnchor href={loginUrl(buying.returnTo)} size="lg" narrow variant="outline">
          {t('card:join.signInButton')}
        </ButtonAnchor>
      </div>
    </>
  );
}

function WhatNext({ byParts }: { byParts: boolean }) {
  const { t } = useTranslation('purchases');
  return (
    <section className={css.next} aria-labelledby="what-follows">
      <h2 id="what-follows">{t('next.title')}</h2>
      <ol>
        <li>{t(byParts ? 'next.reserveFirst' : 'next.reserve', { minutes: RESERVATION_MINUTES })}</li>
        <li>{t('next.code')}</li>
        <li>{t(byParts ? 'next.schedule' : 'next.protocol')}</li>
      </ol>
      <p className={layout.mutedMedium}>
        {t('next.protest')} <Link to={paths.info('buy-one-click')}>{t('next.help')}</Link>
      </p>
    </section>
  );
}
