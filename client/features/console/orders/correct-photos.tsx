import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ImageView } from '#shared/api/cabinet/files.ts';
import { imagesQuery } from '#client/entities/file/file-queries.ts';
import { NotRead } from '#client/ui/not-read.tsx';
import { FormProblem } from '#client/ui/form.tsx';
import layout from '#client/ui/layout.module.css';
import css from './correct-photos.module.css';

/** Upload ids of the photos that are shown, the main one first. */
export type ShownPhotos = readonly string[];

export const shownOf = (items: readonly ImageView[]): ShownPhotos =>
  items
    .filter(({ visible }) => visible)
    .toSorted((one, other) => Number(other.isMain) - Number(one.isMain))
    .map(({ uploadId }) => uploadId);

export const useLotPhotos = (lotId: number) => useQuery(imagesQuery({ owner: 'lot', ownerId: lotId }));

interface CorrectPhotosProps {
  photos: ReturnType<typeof useLotPhotos>;
  shown: ShownPhotos;
  problem: string | null;
  onChange: (shown: ShownPhotos) => void;
}

/** Which photos of a lot are shown, and which one comes first. Nothing for a lot whose photos are not stored as files. */
export function CorrectPhotos({ photos: { data, error, refetch }, shown, ...props }: CorrectPhotosProps) {
  const { t } = useTranslation('console-orders');
  const { onChange } = props;
  if (!data) return <NotRead error={error} onRetry={() => void refetch()} height={96} />;
  if (data.items.length === 0) return null;
  const [main] = shown;
  const show = (uploadId: string, on: boolean) =>
    onChange(on ? [...shown, uploadId] : shown.filter((each) => each !== uploadId));
  return (
    <fieldset className={css.field} aria-describedby="correct-photos-hint">
      <legend>{t('correct.photos')}</legend>
      <small id="correct-photos-hint" className={layout.muted}>
        {t('correct.photosHint')}
      </small>
      <ul className={css.photos}>
        {data.items.map(({ id, uploadId, name, sizes, blur }, i) => (
          <li key={id}>
            <img
              src={sizes[0]?.url}
              width={120}
              height={90}
              style={{ backgroundImage: `url(${blur})` }}
              alt={t('photo', { place: i + 1, name })}
              loading="lazy"
              decoding="async"
            />
            <label>
              <input
                type="checkbox"
                checked={shown.includes(uploadId)}
                onChange={({ target }) => show(uploadId, target.checked)}
              />
              {t('correct.shown')}
            </label>
            <label>
              <input
                type="radio"
                name="main-photo"
                checked={main === uploadId}
                disabled={!shown.includes(uploadId)}
                onChange={() => onChange([uploadId, ...shown.filter((each) => each !== uploadId)])}
              />
              {t('correct.main')}
            </label>
          </li>
        ))}
      </ul>
      <FormProblem problem={props.problem} />
    </fieldset>
  );
}
