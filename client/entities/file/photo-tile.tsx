import { useSortable } from '@dnd-kit/sortable';
import { Eye, EyeClosed, GripVertical, Star, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ImageView } from '#shared/api/cabinet/files.ts';
import { Badge } from '#client/ui/badge.tsx';
import css from './photos.module.css';

/** Two columns on a phone, then as many of 200 px as fit. */
const SHOWN = '(max-width: 640px) 50vw, 240px';

interface PhotoTileProps {
  image: ImageView;
  /** From 1, as people count. */
  place: number;
  onOpen: () => void;
  onMain: () => void;
  onShow: (visible: boolean) => void;
  onDelete: () => void;
}

/** A photo that is stored. It is dragged by its picture or its grip, which the keyboard takes, too. */
export function PhotoTile({ image, place, onOpen, onMain, onShow, onDelete }: PhotoTileProps) {
  const { t } = useTranslation('files');
  const sorting = useSortable({ id: image.id, attributes: { roleDescription: t('order.role') } });
  const { listeners, attributes, transform, transition, isDragging } = sorting;
  const { onKeyDown: _ofGrip, ...byPointer } = listeners ?? {};
  const { isMain, visible, name, sizes } = image;
  return (
    <li
      ref={sorting.setNodeRef}
      className={css.tile}
      data-testid="photo"
      data-main={isMain}
      data-dragging={isDragging}
      style={{
        transform: transform ? `translate3d(${transform.x}px, ${transform.y}px, 0)` : undefined,
        transition,
      }}
    >
      <div className={css.frame}>
        <button
          type="button"
          className={css.picture}
          aria-label={t('photo.open', { place, name })}
          onClick={onOpen}
          {...byPointer}
        >
          <img
            src={sizes[0]?.url}
            srcSet={sizes.map(({ url, width }) => `${url} ${width}w`).join(', ')}
            sizes={SHOWN}
            width={image.width}
            height={image.height}
            style={{ backgroundImage: `url(${image.blur})` }}
            alt=""
            loading="lazy"
            decoding="async"
            draggable={false}
          />
        </button>
        <span className={css.badges}>
          {isMain ? (
            <Badge colour="primary" icon={Star}>
              {t('photo.isMain')}
            </Badge>
          ) : null}
          {visible ? null : (
            <Badge colour="warning" icon={EyeClosed}>
              {t('photo.isHidden')}
            </Badge>
          )}
        </span>
        <button
          ref={sorting.setActivatorNodeRef}
          type="button"
          className={css.grip}
          {...attributes}
          {...listeners}
          aria-label={t('order.grip', { place })}
        >
          <GripVertical size={20} aria-hidden />
        </button>
      </div>
      <div className={css.actions}>
        <button
          type="button"
          aria-pressed={isMain}
          aria-label={t('photo.makeMain', { place })}
          title={t(isMain ? 'photo.isMainLong' : 'photo.main')}
          onClick={() => (isMain ? undefined : onMain())}
        >
          <Star size={20} fill={isMain ? 'currentColor' : 'none'} aria-hidden />
        </button>
        <button
          type="button"
          aria-pressed={visible}
          aria-label={t('photo.show', { place })}
          title={visible ? t('photo.show', { place }) : t('photo.visible')}
          onClick={() => onShow(!visible)}
        >
          {visible ? <Eye size={20} aria-hidden /> : <EyeClosed size={20} aria-hidden />}
        </button>
        <button
          type="button"
          data-danger
          aria-label={t('photo.delete', { place })}
          title={t('photo.delete', { place })}
          onClick={onDelete}
        >
          <Trash2 size={20} aria-hidden />
        </button>
      </div>
    </li>
  );
}
