import { ImageOff } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { Photo as PhotoData } from '#shared/api/site/lots.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import css from './ui.module.css';

/** A picture that did not come is asked for again after this time, then after twice as long each time, so many times. */
const AGAIN_MS = 15_000;
const MOST_TRIES = 4;

interface PhotoProps {
  photo: PhotoData | null;
  /** On the first screen: loaded at once instead of when near. */
  eager?: boolean;
  /** The picture only repeats the words next to it. */
  decorative?: boolean;
  /** Drawn where there is no photo, or it does not come; otherwise a crossed-out picture. */
  instead?: ReactNode;
  /** How wide it is shown, as the attribute of this name, by which the browser chooses what to load; default: a column. */
  sizes?: string;
}

/** A photo in a 4 : 3 frame that is there before the photo is; a drawn place when there is none, until it comes. */
export function Photo({ photo, eager = false, decorative = false, instead, sizes = '280px' }: PhotoProps) {
  const localized = useLocalized();
  const url = photo?.url;
  const picture = useRef<HTMLImageElement>(null);
  const [lost, setLost] = useState<string | null>(null);
  useEffect(() => {
    if (lost) return awaitPicture(lost, () => setLost(null));
    const { current } = picture;
    // Lost before hydration: the server-rendered page had requested it.
    if (url && current?.complete && current.naturalWidth === 0) setLost(url);
    return undefined;
  }, [url, lost]);
  if (!photo || lost === url) {
    return (
      <span className={css.noPhoto} aria-hidden>
        {instead ?? <ImageOff size={32} strokeWidth={1.5} />}
      </span>
    );
  }
  return (
    <img
      ref={picture}
      className={css.photo}
      src={photo.url}
      srcSet={photo.sizes?.map((size) => `${size.url} ${size.width}w`).join(', ')}
      sizes={sizes}
      style={{ backgroundImage: photo.blur && `url(${photo.blur})` }}
      width={photo.width}
      height={photo.height}
      alt={decorative ? '' : localized(photo.alt)}
      loading={eager ? 'eager' : 'lazy'}
      decoding={eager ? 'sync' : 'async'}
      fetchPriority={eager ? 'high' : 'auto'}
      onError={() => setLost(photo.url)}
    />
  );
}

/** Asks for a picture out of sight until it is there, at once when the network is back. Answers how to stop. */
function awaitPicture(url: string, onThere: () => void): () => void {
  let tries = 0;
  let timer: ReturnType<typeof setTimeout>;
  const ask = () => {
    clearTimeout(timer);
    const probe = new Image();
    probe.addEventListener('load', onThere);
    probe.addEventListener('error', () => {
      tries += 1;
      if (tries < MOST_TRIES) timer = setTimeout(ask, AGAIN_MS * 2 ** tries);
    });
    probe.src = url;
  };
  timer = setTimeout(ask, AGAIN_MS);
  window.addEventListener('online', ask);
  return () => {
    clearTimeout(timer);
    window.removeEventListener('online', ask);
  };
}
