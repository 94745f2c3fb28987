import { Heart } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFavouriteIds, useToggleFavourite } from '#client/entities/lot/favourites.ts';
import { useSession } from '#client/lib/session.ts';
import { useErrorText } from '#client/ui/error-state.tsx';
import { lazyDialog } from '#client/ui/lazy-dialog.tsx';
import { notify } from '#client/ui/toasts.tsx';
import css from './favourite-button.module.css';

const RegisterDialog = lazyDialog(() => import('./favourites/register-dialog.tsx'));

interface FavouriteButtonProps {
  lotId: number;
  /** Title of the lot: hearts of a list differ by it for those who hear the page. */
  title: string;
  /** A round heart over a photo, or a button with words. */
  look?: 'round' | 'words';
}

/** The heart. A visitor is asked to register and comes back to the same page. */
export function FavouriteButton({ lotId, title, look = 'round' }: FavouriteButtonProps) {
  const { t } = useTranslation('favourites');
  const errorText = useErrorText();
  const signedIn = useSession((state) => state.user !== null);
  const marked = useFavouriteIds().has(lotId);
  const toggle = useToggleFavourite();
  const [asking, setAsking] = useState(false);

  const press = async () => {
    if (!signedIn) return setAsking(true);
    try {
      await toggle(lotId, !marked);
    } catch (error) {
      // Not retried: the heart is back as it was and the person knows why. A 401 has opened its own dialog.
      notify('error', `${t(marked ? 'notRemoved' : 'notAdded')} ${errorText(error)}`);
    }
  };

  return (
    <>
      <button
        type="button"
        className={css.heart}
        data-look={look}
        aria-pressed={marked}
        {...(look === 'round' ? { 'aria-label': t('heart', { title }) } : {})}
        title={t(marked ? 'remove' : 'add')}
        onClick={() => void press()}
      >
        <Heart size={20} fill={marked ? 'currentColor' : 'none'} aria-hidden />
        {look === 'words' ? <span>{t(marked ? 'marked' : 'add')}</span> : null}
      </button>
      {asking ? <RegisterDialog onClose={() => setAsking(false)} /> : null}
    </>
  );
}
