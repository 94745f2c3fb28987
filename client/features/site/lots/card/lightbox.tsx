import { Lightbox } from 'yet-another-react-lightbox';
import Counter from 'yet-another-react-lightbox/plugins/counter';
import Zoom from 'yet-another-react-lightbox/plugins/zoom';
import 'yet-another-react-lightbox/styles.css';
import 'yet-another-react-lightbox/plugins/counter.css';
import { useTranslation } from 'react-i18next';
import type { Photo } from '#shared/api/site/lots.ts';
import { useLocalized } from '#client/lib/use-localized.ts';

interface PhotoLightboxProps {
  photos: Photo[];
  at: number;
  onTurn: (at: number) => void;
  onClose: () => void;
}

/** Photos over the whole window: arrow keys and swipes turn, + and − or two fingers enlarge, Escape closes. */
export default function PhotoLightbox({ photos, at, onTurn, onClose }: PhotoLightboxProps) {
  const { t } = useTranslation('card');
  const localized = useLocalized();
  const one = photos.length < 2;
  return (
    <Lightbox
      open
      close={onClose}
      index={at}
      on={{ view: ({ index }) => onTurn(index) }}
      slides={photos.map(({ url, width, height, sizes, alt }) => ({
        src: url,
        width,
        height,
        alt: localized(alt),
        ...(sizes ? { srcSet: sizes.map(({ url: src, ...size }) => ({ src, ...size })) } : {}),
      }))}
      plugins={one ? [Zoom] : [Zoom, Counter]}
      carousel={{ finite: one }}
      controller={{ closeOnBackdropClick: true }}
      zoom={{ maxZoomPixelRatio: 3, scrollToZoom: true }}
      render={one ? { buttonPrev: () => null, buttonNext: () => null } : {}}
      labels={{
        Lightbox: t('gallery.label'),
        'Photo gallery': t('gallery.label'),
        Previous: t('gallery.previous'),
        Next: t('gallery.next'),
        Close: t('ui:action.close'),
        'Zoom in': t('gallery.zoomIn'),
        'Zoom out': t('gallery.zoomOut'),
        Slide: t('gallery.photo'),
        Carousel: t('gallery.label'),
      }}
    />
  );
}
