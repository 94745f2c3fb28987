import { useTranslation } from 'react-i18next';
import type { PurchaseView } from '#shared/api/cabinet/purchases.ts';
import { Button } from '#client/ui/button.tsx';
import { useGiveUp } from './give-up.ts';
import { wishOf, type Wish } from './wish.ts';
import css from './purchase.module.css';

interface OtherReservationProps {
  other: PurchaseView;
  wish: Wish;
  lotId: number;
  onAgain: (wish: Wish) => void;
  onClose: () => void;
}

/** Something else is reserved already, another number or paid in another way: it goes on, or is given up for what is wished. */
export function OtherReservation({ other, wish, lotId, onAgain, onClose }: OtherReservationProps) {
  const { t } = useTranslation('purchases');
  const giveUp = useGiveUp(lotId);
  const there = wishOf(other);
  // How it is paid is said only where it makes the difference.
  const say = (what: 'text' | 'continue' | 'replace', { quantity, byParts }: Wish) =>
    there.byParts === wish.byParts
      ? t(`other.${what}`, { count: quantity })
      : t(`other.${byParts ? 'parts' : 'full'}.${what}`, { quantity });
  return (
    <div className={css.stopped} role="alert">
      <p>{say('text', there)}</p>
      <div className={css.buttons}>
        <Button disabled={giveUp.isPending} onClick={() => onAgain(there)}>
          {say('continue', there)}
        </Button>
        <Button
          variant="default"
          loading={giveUp.isPending}
          onClick={() =>
            giveUp.mutate(undefined, {
              // Bought on the other device meanwhile: the card shows it, and no more is reserved on top.
              onSuccess: ({ verdict }) => (verdict === 'cancelled' ? onAgain(wish) : onClose()),
            })
          }
        >
          {say('replace', wish)}
        </Button>
      </div>
    </div>
  );
}
