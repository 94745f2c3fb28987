import { ExternalLink, MapPin } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadPart } from '#client/lib/lazy-screen.ts';
import { watchOnScreen } from '#client/lib/on-screen.ts';
import { useSiteInfo } from '#client/lib/site-info.ts';
import { Skeleton } from '../skeleton.tsx';
import css from './map.module.css';

const CountryMap = lazy(() => loadPart(() => import('./country-map.tsx')));

interface PlaceMapProps {
  latitude: number;
  longitude: number;
  label: string;
}

/** Where a place lies, its coordinates, and a link that opens them in a street map. Drawn when it comes into the window. */
export function PlaceMap({ latitude, longitude, label }: PlaceMapProps) {
  const { t } = useTranslation('map');
  const at = `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;
  const street = `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`;
  const tiles = useSiteInfo()?.mapTiles ?? null;
  const frame = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState(false);
  useEffect(
    () => (frame.current ? watchOnScreen(frame.current, (now) => now && setSeen(true)) : undefined),
    [],
  );
  const waiting = <Skeleton height="100%" radius={0} />;
  return (
    <figure className={css.map}>
      <div className={css.frame} ref={frame}>
        {seen ? (
          <Suspense fallback={waiting}>
            <CountryMap latitude={latitude} longitude={longitude} label={label} tiles={tiles} />
          </Suspense>
        ) : (
          waiting
        )}
      </div>
      <figcaption>
        <span className={css.coordinates}>
          <MapPin size={16} aria-hidden /> {at}
        </span>
        <a href={street} target="_blank" rel="noreferrer noopener">
          {t('open')} <ExternalLink size={15} aria-hidden />
        </a>
      </figcaption>
    </figure>
  );
}
