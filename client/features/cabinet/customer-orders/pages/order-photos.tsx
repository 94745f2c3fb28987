import { useQuery } from '@tanstack/react-query';
import { EyeOff, Images, Star } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IMAGE_LIMITS, type ImageView } from '#shared/api/cabinet/files.ts';
import type { Photo as PhotoData } from '#shared/api/site/lots.ts';
import { imagesQuery } from '#client/entities/file/file-queries.ts';
import { paths } from '#client/lib/paths.ts';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { ErrorState } from '#client/ui/error-state.tsx';
import { Photo } from '#client/ui/photo.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import type { FullOrder } from './full-order.ts';
import { ToStep } from './to-step.tsx';
import css from '../customer-orders.module.css';

const SIZES = '(max-width: 640px) 50vw, 280px';

/** The photos in their order: which is the main one, and which are not shown to participants. */
export function OrderPhotos({ order: { order } }: { order: FullOrder }) {
  const { t } = useTranslation('customer-orders');
  const { data, error, refetch } = useQuery(imagesQuery({ owner: 'order', ownerId: order.id }));
  if (!data)
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} />
    ) : (
      <div aria-busy="true">
        <Skeleton height={260} radius={12} />
      </div>
    );
  if (data.items.length === 0)
    return (
      <EmptyState
        icon={Images}
        title={t('photos.none')}
        text={t('photos.noneText', { count: IMAGE_LIMITS.minCount })}
      >
        <ToStep order={order} to={paths.orderCreate(order.id, 'thing')}>
          {t('photos.add')}
        </ToStep>
      </EmptyState>
    );
  return (
    <section className={css.card} aria-labelledby="order-photos">
      <header>
        <h2 id="order-photos">{t('photos.count', { count: data.items.length })}</h2>
        <ToStep order={order} to={paths.orderCreate(order.id, 'thing')}>
          {t('photos.change')}
        </ToStep>
      </header>
      <ul className={css.photos}>
        {data.items.map((image, i) => (
          <li key={image.id}>
            <figure>
              <a href={image.sizes.at(-1)?.url} target="_blank" rel="noreferrer">
                <Photo photo={photoOf(image, t('photos.alt', { place: i + 1 }))} sizes={SIZES} />
              </a>
              <figcaption>
                <span>{t('photos.place', { place: i + 1 })}</span>
                {image.isMain ? (
                  <b data-kind="main">
                    <Star size={14} aria-hidden /> {t('photos.main')}
                  </b>
                ) : null}
                {image.visible ? null : (
                  <b>
                    <EyeOff size={14} aria-hidden /> {t('photos.hidden')}
                  </b>
                )}
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A stored image as pages show photos. */
function photoOf({ sizes, blur, width, height }: ImageView, alt: string): PhotoData {
  const largest = sizes.at(-1);
  const words = { uz: alt, ru: alt, 'uz-Cyrl': alt, en: alt };
  return {
    url: largest?.url ?? '',
    width: largest?.width ?? width,
    height: largest?.height ?? height,
    alt: words,
    sizes,
    blur,
  };
}
