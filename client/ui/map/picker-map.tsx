import type { LatLng, LeafletMouseEvent } from 'leaflet';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Coordinates } from '#shared/validation/coordinates.ts';
import { centreOf } from './area-centre.ts';
import type { Point } from './country-outline.ts';
import { LeafletMap, useMap } from './leaflet-map.tsx';
import { AROUND, LEAST_ZOOM, MapGround, MOST_ZOOM, type MapTiles } from './map-ground.tsx';
import { MapPin } from './map-pin.tsx';
import css from './map.module.css';

const COUNTRY: Point = [41.4, 64.6];
const COUNTRY_ZOOM = 5;
const AREA_ZOOM = 9;
/** About a metre. */
const DECIMALS = 6;

interface PickerMapProps {
  label: string;
  point: Coordinates | null;
  lookAt: number | null;
  onPick: (point: Coordinates) => void;
  tiles: MapTiles | null;
}

const rounded = ({ lat, lng }: LatLng): Coordinates => ({
  latitude: Number(lat.toFixed(DECIMALS)),
  longitude: Number(lng.toFixed(DECIMALS)),
});

/** The map of the picker. Arrow keys move it, + and − enlarge it, Enter marks its centre, which a cross shows. */
export default function PickerMap({ label, point, lookAt, onPick, tiles }: PickerMapProps) {
  const { t } = useTranslation('map');
  const pin: Point | null = point && [point.latitude, point.longitude];
  const begin = pin ?? centreOf(lookAt) ?? COUNTRY;
  return (
    <LeafletMap
      className={css.canvas}
      options={{
        center: begin,
        zoom: (pin ?? lookAt) ? AREA_ZOOM : COUNTRY_ZOOM,
        minZoom: LEAST_ZOOM,
        maxZoom: tiles ? MOST_ZOOM.streets : MOST_ZOOM.drawing,
        maxBounds: AROUND,
        scrollWheelZoom: false,
        attributionControl: tiles !== null,
        zoomControl: false,
      }}
    >
      <MapGround tiles={tiles} pin={pin} />
      <Picking label={label} onPick={onPick} />
      <Follow pin={pin} lookAt={lookAt} />
      {pin ? <MapPin at={pin} label={t('pick.pin')} onDragged={(to) => onPick(rounded(to))} /> : null}
    </LeafletMap>
  );
}

/** Presses, taps and Enter. */
function Picking({ label, onPick }: Pick<PickerMapProps, 'label' | 'onPick'>) {
  const { t } = useTranslation('map');
  const map = useMap();
  const pick = useRef(onPick);
  useEffect(() => {
    pick.current = onPick;
  });
  useEffect(() => {
    const onClick = ({ latlng }: LeafletMouseEvent) => pick.current(rounded(latlng));
    map.on('click', onClick);
    return () => void map.off('click', onClick);
  }, [map]);
  useEffect(() => {
    const box = map.getContainer();
    box.setAttribute('role', 'application');
    box.setAttribute('aria-label', `${label}. ${t('pick.keys')}`);
    const onKey = (event: KeyboardEvent) => {
      // On its own buttons Enter presses them.
      if (event.key !== 'Enter' || event.target !== box) return;
      event.preventDefault();
      pick.current(rounded(map.getCenter()));
    };
    box.addEventListener('keydown', onKey);
    return () => box.removeEventListener('keydown', onKey);
  }, [map, label, t]);
  return null;
}

/** Moves the map to what was typed or chosen elsewhere in the form. */
function Follow({ pin, lookAt }: { pin: Point | null; lookAt: number | null }) {
  const map = useMap();
  const [latitude, longitude] = pin ?? [];
  useEffect(() => {
    if (latitude === undefined || longitude === undefined) return;
    if (!map.getBounds().contains([latitude, longitude])) map.setView([latitude, longitude]);
  }, [map, latitude, longitude]);
  const shown = useRef(lookAt);
  useEffect(() => {
    const centre = centreOf(lookAt);
    if (shown.current === lookAt || !centre) return;
    shown.current = lookAt;
    if (latitude === undefined) map.setView(centre, AREA_ZOOM, { animate: false });
  }, [map, lookAt, latitude]);
  return null;
}
