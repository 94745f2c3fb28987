import { ArrowLeft, ArrowRight, Star, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ImageView } from '#shared/api/cabinet/files.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { useUploadWords } from './upload-texts.ts';
import css from './photos.module.css';

interface PhotoDialogProps {
  image: ImageView;
  /** From 1, as people count, and of how many. */
  place: number;
  count: number;
  /** To another place, from 1. */
  onMove: (place: number) => void;
  onMain: () => void;
  onShow: (visible: boolean) => void;
  onDelete: () => void;
  onClose: () => void;
}

/** One photo large, with everything that can be done to it; here its place changes without dragging. */
export function PhotoDialog(props: PhotoDialogProps) {
  const { image, place, count, onMove, onMain, onShow, onDelete, onClose } = props;
  const { t } = useTranslation('files');
  const words = useUploadWords();
  return (
    <Dialog title={t('photo.title', { place, count })} wide onClose={onClose}>
      <div className={css.large}>
        <img
          src={image.sizes.at(-1)?.url}
          srcSet={image.sizes.map(({ url, width }) => `${url} ${width}w`).join(', ')}
          sizes="(max-width: 640px) 90vw, 580px"
          width={image.width}
          height={image.height}
          style={{ backgroundImage: `url(${image.blur})` }}
          alt={image.name}
        />
        <p>
          {t('photo.facts', {
            name: image.name,
            width: image.width,
            height: image.height,
            size: words.size(image.sizeBytes),
          })}
        </p>
        <div className={css.pair}>
          <Button
            variant="default"
            size="lg"
            disabled={place === 1}
            leftSection={<ArrowLeft size={20} aria-hidden />}
            onClick={() => onMove(place - 1)}
          >
            {t('order.earlier')}
          </Button>
          <Button
            variant="default"
            size="lg"
            disabled={place === count}
            rightSection={<ArrowRight size={20} aria-hidden />}
            onClick={() => onMove(place + 1)}
          >
            {t('order.later')}
          </Button>
        </div>
        <p className="sr-only" role="status">
          {t('photo.title', { place, count })}
        </p>
        <label className={css.switch}>
          <input
            type="checkbox"
            checked={image.visible}
            onChange={({ currentTarget }) => onShow(currentTarget.checked)}
          />
          <span>
            {t('photo.visible')}
            <small>{t('photo.visibleHint')}</small>
          </span>
        </label>
        <div className={css.pair}>
          <Button
            variant="outline"
            size="lg"
            disabled={image.isMain}
            leftSection={<Star size={20} aria-hidden />}
            onClick={onMain}
          >
            {t(image.isMain ? 'photo.isMainLong' : 'photo.main')}
          </Button>
          <Button
            variant="default"
            size="lg"
            leftSection={<Trash2 size={20} aria-hidden />}
            onClick={onDelete}
          >
            {t('delete')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
