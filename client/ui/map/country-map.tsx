import { LeafletMap } from './leaflet-map.tsx';
import { AROUND, LEAST_ZOOM, MapGround, MOST_ZOOM, type MapTiles } from './map-ground.tsx';
import { MapPin } from './map-pin.tsx';
import css from './map.module.css';

/** A region and its neighbours in a small window. */
const ZOOM = 7;
const STREETS_ZOOM = 13;

interface CountryMapProps {
  latitude: number;
  longitude: number;
  /** What the pin is, for those who hear the page. */
  label: string;
  tiles: MapTiles | null;
}

/** The place on a map of the country. */
export default function CountryMap({ latitude, longitude, label, tiles }: CountryMapProps) {
  return (
    <LeafletMap
      className={css.canvas}
      options={{
        center: [latitude, longitude],
        zoom: tiles ? STREETS_ZOOM : ZOOM,
        minZoom: LEAST_ZOOM,
        maxZoom: tiles ? MOST_ZOOM.streets : MOST_ZOOM.drawing,
        maxBounds: AROUND,
        // The page keeps scrolling when a finger or the wheel passes over the map.
        scrollWheelZoom: false,
        dragging: !window.matchMedia('(pointer: coarse)').matches,
        attributionControl: tiles !== null,
        zoomControl: false,
      }}
    >
      <MapGround tiles={tiles} pin={[latitude, longitude]} />
      <MapPin at={[latitude, longitude]} label={label} />
    </LeafletMap>
  );
}
