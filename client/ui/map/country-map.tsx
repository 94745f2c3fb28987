import { divIcon, type LatLngBoundsExpression } from 'leaflet';
import 'leaflet/dist/leaflet.css';
import { CircleMarker, MapContainer, Marker, Polygon, Tooltip } from 'react-leaflet';
import { useTranslation } from 'react-i18next';
import { BORDER, CITIES } from './country-outline.ts';
import css from './map.module.css';
import { sideBesidePin } from './side-beside-pin.ts';

const COUNTRY: LatLngBoundsExpression = [
  [37.1, 55.9],
  [45.6, 73.2],
];
/** From the dot to the name, px. */
const OFFSET = { top: [0, -2], right: [2, 0], bottom: [0, 2], left: [-2, 0] } as const;
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
}

/** The place on an outline of the country drawn here: it needs no map service and tells none what is looked at. */
export default function CountryMap({ latitude, longitude, label }: CountryMapProps) {
  const { t } = useTranslation('map');
  return (
    <MapContainer
      className={css.canvas ?? ''}
      bounds={COUNTRY}
      boundsOptions={{ padding: [8, 8] }}
      zoomSnap={0.25}
      minZoom={3.5}
      maxZoom={9}
      // The page keeps scrolling when a finger or the wheel passes over the map.
      scrollWheelZoom={false}
      dragging={!window.matchMedia('(pointer: coarse)').matches}
      attributionControl={false}
      zoomControl={false}
    >
      <Polygon positions={BORDER} className={css.border} weight={1.5} interactive={false} />
      {CITIES.map((city) => {
        const { key, at } = city;
        const side = sideBesidePin(city, latitude, longitude);
        return (
          <CircleMarker key={key} center={at} radius={2.5} className={css.city} interactive={false}>
            <Tooltip permanent direction={side} offset={[...OFFSET[side]]} className={css.cityName ?? ''}>
              {t(`city.${key}`)}
            </Tooltip>
          </CircleMarker>
        );
      })}
      <Marker position={[latitude, longitude]} icon={PIN} alt={label} title={label} keyboard={false} />
    </MapContainer>
  );
}
