import { control, layerGroup, polygon, polyline, tileLayer, type LatLngBoundsExpression } from 'leaflet';
import 'leaflet/dist/leaflet.css';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { BORDER, type Point } from './country-outline.ts';
import { useMap } from './leaflet-map.tsx';
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
  const map = useMap();
  useEffect(() => {
    const buttons = control.zoom({ zoomInTitle: t('zoomIn'), zoomOutTitle: t('zoomOut') }).addTo(map);
    return () => void buttons.remove();
  }, [map, t]);
  return tiles ? (
    <Streets url={tiles.url} attribution={tiles.attribution} />
  ) : (
    <>
      <Drawing />
      <MapNames pin={pin} />
    </>
  );
}

function Streets({ url, attribution }: MapTiles) {
  const map = useMap();
  useEffect(() => {
    const streets = tileLayer(url, { attribution }).addTo(map);
    return () => void streets.remove();
  }, [map, url, attribution]);
  return null;
}

/** The border of the country and of its regions. */
function Drawing() {
  const map = useMap();
  useEffect(() => {
    const lines = layerGroup([
      polygon(BORDER, { className: css.border, weight: 1.5, interactive: false }),
      ...REGION_LINES.map((line) =>
        polyline(line, { className: css.regionLine, weight: 1, interactive: false }),
      ),
    ]).addTo(map);
    return () => void lines.remove();
  }, [map]);
  return null;
}
