import { useEffect, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { LotDetails } from '#shared/api/site/lots.ts';
import { paths, registerUrl } from '#client/lib/paths.ts';
import { usePassed } from '#client/lib/server-now.ts';
import { useCurrentPath } from '#client/lib/use-current-path.ts';
import { ButtonAnchor, ButtonLink } from '#client/ui/button-link.tsx';
import { MoneyText } from '#client/ui/money-text.tsx';
import type { LotLive } from '#client/entities/lot/lot-live.ts';
import { ApplyButton } from './apply-button.tsx';
import { JoinPracticeButton } from './join-practice.tsx';
import { mainActionOf, type MainAction } from './main-action.ts';
import { priceLabel } from './price-panel.tsx';
import { useRoomBase } from '#client/entities/lot/use-room-base.ts';
import css from './sticky-action.module.css';

/** The fixed bars at both edges hide this much of the window. */
const BEHIND_BARS = '-72px 0px -72px 0px';

/** Whether an element is outside the window; unknown counts as inside. */
export function useOutOfSight(target: RefObject<HTMLElement | null>): boolean {
  const [outside, setOutside] = useState(false);
  useEffect(() => {
    if (!target.current || typeof IntersectionObserver === 'undefined') return undefined;
    const observer = new IntersectionObserver(([entry]) => setOutside(!(entry?.isIntersecting ?? true)), {
      rootMargin: BEHIND_BARS,
      threshold: 0.3,
    });
    observer.observe(target.current);
    return () => observer.disconnect();
  }, [target]);
  return outside;
}

/** Where watching is all there is, and the room is for its participants only, there is nothing to press. */
const NOTHING_TO_DO: readonly MainAction[] = ['late-visitor', 'own', 'sent', 'too-late', 'watch'];

interface StickyActionProps {
  lot: LotDetails;
  live: LotLive;
  /** Where the same action is in the page: while that is on screen the bar is not. */
  place: RefObject<HTMLElement | null>;
}

/** On narrow windows: price and main action at the bottom edge while their panel is out of sight. */
export function StickyAction({ lot, live, place }: StickyActionProps) {
  const { t } = useTranslation('card');
  const { data } = useRoomBase(lot.id);
  const outside = useOutOfSight(place);
  usePassed(lot.applicationsUntilMs);
  const action = mainActionOf(lot, live, data ?? {});
  if (!outside || action === null || (!lot.watchable && NOTHING_TO_DO.includes(action))) return null;
  return (
    <div className={css.bar} role="region" aria-label={t('fact.aside')}>
      <div className={css.price}>
        <span>{t(`lots:tile.${priceLabel(lot, live)}`)}</span>
        <MoneyText tiyin={live.priceTiyin ?? lot.startPriceTiyin} live={live.phase === 'running'} />
      </div>
      <Action lot={lot} action={action} />
    </div>
  );
}

/** Does what the panel's main button does: here, not only there. */
function Action({ lot, action }: { lot: LotDetails; action: MainAction }) {
  const { t } = useTranslation('card');
  const here = useCurrentPath();
  if (action === 'next-round' && lot.nextLotId !== null)
    return <ButtonLink to={paths.lotView(lot.nextLotId)}>{t('join.nextRound')}</ButtonLink>;
  if (action === 'next-round' || action === 'result')
    return <ButtonLink to={paths.lotResult(lot.id)}>{t('join.result')}</ButtonLink>;
  if (action === 'sign-in')
    return <ButtonAnchor href={registerUrl(here)}>{t('join.registerButton')}</ButtonAnchor>;
  if (action === 'apply') return <ApplyButton lot={lot} />;
  if (action === 'join-practice') return <JoinPracticeButton lotId={lot.id} />;
  const entering = action === 'enter' || action === 'observe-as-staff';
  return (
    <ButtonLink to={paths.gameView(lot.id)}>{t(entering ? 'join.goToAuction' : 'can.watch')}</ButtonLink>
  );
}
