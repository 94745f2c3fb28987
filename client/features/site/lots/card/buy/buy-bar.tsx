import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { LotDetails } from '#shared/api/site/lots.ts';
import { registerUrl } from '#client/lib/paths.ts';
import { useSession } from '#client/lib/session.ts';
import { Button } from '#client/ui/button.tsx';
import { ButtonAnchor } from '#client/ui/button-link.tsx';
import { MoneyText } from '#client/ui/money-text.tsx';
import { useOutOfSight } from '../sticky-action.tsx';
import { BuyButton } from './buy-button.tsx';
import type { SaleState } from './sale-state.ts';
import type { Buying } from './use-buying.tsx';
import css from '../sticky-action.module.css';

interface BuyBarProps {
  lot: LotDetails;
  state: SaleState;
  /** Something is reserved: its code is asked for. */
  pending: boolean;
  buying: Buying;
  /** Where the same action is in the page: while that is on screen the bar is not. */
  place: RefObject<HTMLElement | null>;
}

/** On narrow windows: the sum and the main action at the bottom edge while their panel is out of sight. */
export function BuyBar({ lot, state, pending, buying, place }: BuyBarProps) {
  const { t } = useTranslation(['purchases', 'card']);
  const signedIn = useSession((session) => Boolean(session.user?.user_name));
  const outside = useOutOfSight(place);
  if (!outside || (!pending && state !== 'open')) return null;
  return (
    <div className={css.bar} role="region" aria-label={t('card:fact.aside')}>
      <div className={css.price}>
        <span>{t(buying.byParts ? 'sum.dueNow' : 'sum.total')}</span>
        {buying.byParts && buying.dueNowTiyin === null ? (
          <span>—</span>
        ) : (
          <MoneyText tiyin={buying.dueNowTiyin ?? lot.startPriceTiyin} />
        )}
      </div>
      {pending ? (
        <Button onClick={() => place.current?.scrollIntoView({ block: 'center' })}>{t('mine.enter')}</Button>
      ) : signedIn ? (
        <BuyButton buying={buying} />
      ) : (
        <ButtonAnchor href={registerUrl(buying.returnTo)}>{t('card:join.registerButton')}</ButtonAnchor>
      )}
    </div>
  );
}
