import { divIcon, type LatLngBoundsExpression } from 'leaflet';
import 'leaflet/dist/leaflet.css';
import { Polygon, Polyline, TileLayer, ZoomControl } from 'react-leaflet';
import { useTranslation } from 'react-i18next';
import { BORDER, type Point } from './country-outline.ts';
import { MapNames } from './map-names.tsx';
import css from './map.module.css';
import { REGION_LINES } from './region-lines.ts';

/** The map does not move farther than the country. */
export const AROUND: LatLngBoundsExpression = [
  [34.5, 50],
  [48, 79],
];
export const LEAST_ZOOM = 4;
/** Streets can be looked at house by house; the drawing has nothing more to show from here on. */
export const MOST_ZOOM = { streets: 18, drawing: 10 };
export const PIN = divIcon({
  className: css.pin ?? '',
  html: '<span></span>',
  iconSize: [28, 28],
  iconAnchor: [14, 28],
});

/** Pictures of streets, where the installation names a service of them. */
export interface MapTiles {
  url: string;
  attribution: string;
}

/**
 * What a map shows below its pin: the country drawn here, with its regions, towns and districts (it needs no map service
 * and tells none what is looked at), or pictures of streets. `pin` is left free of names.
 */
export function MapGround({ tiles, pin }: { tiles: MapTiles | null; pin: Point | null }) {
  const { t } = useTranslation('map');
  return (
    <>
      <ZoomControl zoomInTitle={t('zoomIn')} zoomOutTitle={t('zoomOut')} />
      {tiles ? (
        <TileLayer url={tiles.url} attribution={tiles.attribution} />
      ) : (
        <>
          <Polygon positions={BORDER} className={css.border} weight={1.5} interactive={false} />
          {REGION_LINES.map((line, index) => (
            <Polyline
              key={index}
              positions={line}
              className={css.regionLine}
              weight={1}
              interactive={false}
            />
          ))}
          <MapNames pin={pin} />
        </>
      )}
    </>
  );
}
