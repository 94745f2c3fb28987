import { ChevronLeft, ChevronRight, Maximize2, X } from 'lucide-react';
import { useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Photo as PhotoData } from '#shared/api/lots.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { Photo } from '#client/ui/photo.tsx';
import css from './gallery.module.css';

/** Photos of a lot: one large, the others below, and a full-window view. Arrow keys turn the pages. */
export function Gallery({ photos }: { photos: PhotoData[] }) {
  const { t } = useTranslation('lots');
  const localized = useLocalized();
  const [at, setAt] = useState(0);
  const full = useRef<HTMLDialogElement>(null);
  const photo = photos[at] ?? null;
  const many = photos.length > 1;
  const turn = (by: number) => setAt((before) => (before + by + photos.length) % photos.length);

  const onKeyDown = (event: KeyboardEvent) => {
    if (!many) return;
    if (event.key === 'ArrowRight') turn(1);
    if (event.key === 'ArrowLeft') turn(-1);
  };

  const arrows = many ? (
    <>
      <button
        type="button"
        className={css.previous}
        aria-label={t('gallery.previous')}
        onClick={() => turn(-1)}
        onKeyDown={onKeyDown}
      >
        <ChevronLeft size={24} aria-hidden />
      </button>
      <button
        type="button"
        className={css.next}
        aria-label={t('gallery.next')}
        onClick={() => turn(1)}
        onKeyDown={onKeyDown}
      >
        <ChevronRight size={24} aria-hidden />
      </button>
      <span className={css.position} role="status">
        {t('gallery.position', { at: at + 1, count: photos.length })}
      </span>
    </>
  ) : null;

  return (
    <section className={css.gallery} aria-label={t('gallery.label')}>
      <div className={css.stage}>
        <Photo key={photo?.url ?? 'none'} photo={photo} eager />
        {photo ? (
          <button
            type="button"
            className={css.enlarge}
            aria-label={t('gallery.enlarge')}
            onClick={() => full.current?.showModal()}
          >
            <Maximize2 size={20} aria-hidden />
          </button>
        ) : null}
        {arrows}
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
                <Photo photo={each} decorative />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      <dialog ref={full} className={css.full} aria-label={t('gallery.label')}>
        {photo ? (
          <img src={photo.url} width={photo.width} height={photo.height} alt={localized(photo.alt)} />
        ) : null}
        {arrows}
        <button
          type="button"
          className={css.close}
          aria-label={t('ui:action.close')}
          onClick={() => full.current?.close()}
        >
          <X size={24} aria-hidden />
        </button>
      </dialog>
    </section>
  );
}
