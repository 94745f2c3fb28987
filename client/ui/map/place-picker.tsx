import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { Coordinates } from '#shared/validation/coordinates.ts';
import { loadPart } from '#client/lib/lazy-screen.ts';
import { useSiteInfo } from '#client/lib/site-info.ts';
import { PartBoundary } from '../part-boundary.tsx';
import { Skeleton } from '../skeleton.tsx';
import css from './map.module.css';

const PickerMap = lazy(() => loadPart(() => import('./picker-map.tsx')));

interface PlacePickerProps {
  /** What the map is for, for those who hear the page. */
  label: string;
  point: Coordinates | null;
  /** Where the map looks while there is no point: an area or a region by its id in the dictionaries. */
  lookAt: number | null;
  onPick: (point: Coordinates) => void;
}

/** A map on which a press, a tap or Enter marks a place; the pin can be dragged. */
export function PlacePicker(props: PlacePickerProps) {
  const { t } = useTranslation('map');
  const tiles = useSiteInfo()?.mapTiles ?? null;
  const waiting = <Skeleton height="100%" radius={0} />;
  return (
    <figure className={css.map}>
      <div className={css.pickerFrame}>
        <PartBoundary>
          <Suspense fallback={waiting}>
            <PickerMap {...props} tiles={tiles} />
          </Suspense>
        </PartBoundary>
      </div>
      <figcaption>{t('pick.how')}</figcaption>
    </figure>
  );
}
