import { useQuery } from '@tanstack/react-query';
import { FileText, Star } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { documentsQuery, imagesQuery } from '#client/entities/file/file-queries.ts';
import { useUploadWords } from '#client/entities/file/upload-texts.ts';
import { NotRead } from '#client/ui/not-read.tsx';
import layout from '#client/ui/layout.module.css';
import css from './order.module.css';

const place = (orderId: number) => ({ owner: 'order', ownerId: orderId }) as const;

function Loaded<Item>({
  list: { data, error, refetch },
  children,
}: {
  list: { data: { items: Item[] } | undefined; error: unknown; refetch: () => unknown };
  children: (items: Item[]) => ReactNode;
}) {
  const { t } = useTranslation('console-orders');
  if (!data) return <NotRead error={error} onRetry={() => void refetch()} height={96} />;
  return data.items.length === 0 ? (
    <span className={layout.muted}>{t('notGiven')}</span>
  ) : (
    children(data.items)
  );
}

/** Each opens in its largest size in a tab of its own. */
export function OrderPhotos({ orderId }: { orderId: number }) {
  const { t } = useTranslation('console-orders');
  return (
    <Loaded list={useQuery(imagesQuery(place(orderId)))}>
      {(items) => (
        <ul className={css.photos}>
          {items.map(({ id, name, sizes, blur, width, height, isMain }, i) => (
            <li key={id}>
              <a href={sizes.at(-1)?.url} target="_blank" rel="noreferrer noopener">
                <img
                  src={sizes[0]?.url}
                  width={width}
                  height={height}
                  style={{ backgroundImage: `url(${blur})` }}
                  alt={t('photo', { place: i + 1, name })}
                  loading="lazy"
                  decoding="async"
                />
              </a>
              {isMain ? <Star size={16} aria-label={t('mainPhoto')} role="img" /> : null}
            </li>
          ))}
        </ul>
      )}
    </Loaded>
  );
}

export function OrderDocuments({ orderId }: { orderId: number }) {
  const { t } = useTranslation('console-orders');
  const words = useUploadWords();
  const list = useQuery(documentsQuery(place(orderId)));
  const unscanned = list.data?.scanned === false && list.data.items.length > 0;
  return (
    <>
      {unscanned ? <p className={css.unscanned}>{t('unscanned')}</p> : null}
      <Loaded list={list}>
        {(items) => (
          <ul className={css.documents}>
            {items.map(({ id, name, url, sizeBytes, isPublic }) => (
              <li key={id}>
                <FileText size={18} aria-hidden />
                <a href={url} download={name}>
                  {name}
                </a>
                <small>
                  {words.size(sizeBytes)}
                  {isPublic ? `, ${t('publicDocument')}` : ''}
                </small>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </>
  );
}
