import { ChevronLeft, ChevronRight, Maximize2 } from 'lucide-react';
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Photo as PhotoData } from '#shared/api/site/lots.ts';
import { lazyDialog } from '#client/ui/lazy-dialog.tsx';
import { Photo } from '#client/ui/photo.tsx';
import css from './gallery.module.css';

const PhotoLightbox = lazyDialog(() => import('./lightbox.tsx'));

/** Photos of a lot, or what replaces them: one large, the others below, and a full-window view with zoom. Arrow keys turn the pages. */
export function Gallery({ photos, instead }: { photos: PhotoData[]; instead?: ReactNode }) {
  const { t } = useTranslation('card');
  const [at, setAt] = useState(0);
  const [full, setFull] = useState(false);
  const photo = photos[at] ?? null;
  const many = photos.length > 1;
  const turn = (by: number) => setAt((before) => (before + by + photos.length) % photos.length);

  const onKeyDown = (event: KeyboardEvent) => {
    if (!many || full) return;
    if (event.key === 'ArrowRight') turn(1);
    if (event.key === 'ArrowLeft') turn(-1);
  };

  return (
    <section className={css.gallery} aria-label={t('gallery.label')} onKeyDown={onKeyDown}>
      <div className={css.stage}>
        <Photo
          key={photo?.url ?? 'none'}
          photo={photo}
          eager
          instead={instead}
          sizes="(max-width: 1000px) 100vw, calc(min(100vw, 1360px) - 490px)"
        />
        {photo ? (
          // The whole photo enlarges under a press; the corner shows that it does.
          <button
            type="button"
            className={css.enlarge}
            aria-label={t('gallery.enlarge')}
            aria-haspopup="dialog"
            onClick={() => setFull(true)}
          >
            <Maximize2 size={20} aria-hidden />
          </button>
        ) : null}
        {many ? (
          <>
            <button
              type="button"
              className={css.previous}
              aria-label={t('gallery.previous')}
              onClick={() => turn(-1)}
            >
              <ChevronLeft size={24} aria-hidden />
            </button>
            <button type="button" className={css.next} aria-label={t('gallery.next')} onClick={() => turn(1)}>
              <ChevronRight size={24} aria-hidden />
            </button>
            <span className={css.position} role="status">
              {t('gallery.position', { at: at + 1, count: photos.length })}
            </span>
          </>
        ) : null}
      </div>
      {many ? (
        <ul className={css.thumbs}>
          {photos.map((each, index) => (
            <li key={each.url}>
              <button
                type="button"
                aria-label={t('gallery.show', { at: index + 1 })}
                aria-current={index === at ? 'true' : undefined}
                onClick={() => setAt(index)}
              >
                <Photo photo={each} decorative sizes="92px" />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      {full ? <PhotoLightbox photos={photos} at={at} onTurn={setAt} onClose={() => setFull(false)} /> : null}
    </section>
  );
}
