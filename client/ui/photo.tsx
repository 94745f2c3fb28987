import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import type { Photo as PhotoData } from '#shared/api/lots.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import css from './ui.module.css';

interface PhotoProps {
  photo: PhotoData | null;
  /** On the first screen: loaded at once instead of when near. */
  eager?: boolean;
  /** The picture only repeats what stands beside it. */
  decorative?: boolean;
}

/** A photo in a 4 : 3 frame that is there before the photo is; a drawn place when there is none. */
export function Photo({ photo, eager = false, decorative = false }: PhotoProps) {
  const localized = useLocalized();
  const [broken, setBroken] = useState(false);
  if (!photo || broken) {
    return (
      <span className={css.noPhoto} aria-hidden>
        <ImageOff size={32} strokeWidth={1.5} />
      </span>
    );
  }
  return (
    <img
      className={css.photo}
      src={photo.url}
      width={photo.width}
      height={photo.height}
      alt={decorative ? '' : localized(photo.alt)}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      onError={() => setBroken(true)}
    />
  );
}
