import { useState } from 'react';
import type { NewsPicture } from '#shared/api/site/news.ts';
import css from './news.module.css';

interface NewsPhotoProps {
  picture: NewsPicture;
  sizes: string;
  /** On the first screen. */
  eager?: boolean;
}

/** A picture of a news item: it says nothing the text does not, and one that does not come leaves no gap. */
export function NewsPhoto({ picture: { sizes: files, width, height, blur }, sizes, eager }: NewsPhotoProps) {
  const [lost, setLost] = useState(false);
  if (lost) return null;
  return (
    <img
      className={css.photo}
      src={files.at(-1)?.url}
      srcSet={files.map((file) => `${file.url} ${file.width}w`).join(', ')}
      sizes={sizes}
      width={width}
      height={height}
      style={{ backgroundImage: `url(${blur})` }}
      alt=""
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      onError={() => setLost(true)}
    />
  );
}
