import { divIcon, type LatLngBoundsExpression } from 'leaflet';
import 'leaflet/dist/leaflet.css';
import { MapContainer, Marker, Polygon, Polyline, TileLayer, ZoomControl } from 'react-leaflet';
import { useTranslation } from 'react-i18next';
import { BORDER } from './country-outline.ts';
import { MapNames } from './map-names.tsx';
import css from './map.module.css';
import { REGION_LINES } from './region-lines.ts';

/** Nobody needs to move farther than the country. */
const AROUND: LatLngBoundsExpression = [
  [34.5, 50],
  [48, 79],
];
/** A region and its neighbours in a small window. */
const ZOOM = 7;
const STREETS_ZOOM = 13;
/** Streets can be looked at house by house; the drawing has nothing more to show from here on. */
const MOST_ZOOM = { streets: 18, drawing: 10 };
const PIN = divIcon({
  className: css.pin ?? '',
  html: '<span></span>',
  iconSize: [28, 28],
  iconAnchor: [14, 28],
});

interface CountryMapProps {
  latitude: number;
  longitude: number;
  /** What the pin is, for those who hear the page. */
  label: string;
  /** Pictures of streets, where the installation names a service of them. */
  tiles: { url: string; attribution: string } | null;
}

/**
 * The place on a map of the country drawn here, with its regions, towns and districts: it needs no map service and tells
 * none what is looked at. On pictures of streets where the installation has them.
 */
export default function CountryMap({ latitude, longitude, label, tiles }: CountryMapProps) {
  const { t } = useTranslation('map');
  return (
    <MapContainer
      className={css.canvas ?? ''}
      center={[latitude, longitude]}
      zoom={tiles ? STREETS_ZOOM : ZOOM}
      minZoom={4}
      maxZoom={tiles ? MOST_ZOOM.streets : MOST_ZOOM.drawing}
      maxBounds={AROUND}
      // The page keeps scrolling when a finger or the wheel passes over the map.
      scrollWheelZoom={false}
      dragging={!window.matchMedia('(pointer: coarse)').matches}
      attributionControl={tiles !== null}
      zoomControl={false}
    >
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
          <MapNames latitude={latitude} longitude={longitude} />
        </>
      )}
      <Marker position={[latitude, longitude]} icon={PIN} alt={label} title={label} keyboard={false} />
    </MapContainer>
  );
}
