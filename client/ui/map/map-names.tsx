import { useQuery } from '@tanstack/react-query';
import { circleMarker, layerGroup, type Map as LeafletMapObject } from 'leaflet';
import { useEffect, useMemo } from 'react';
import { areas, regions } from '#shared/api/site/reference.ts';
import { call } from '#client/lib/api-client.ts';
import { recovering } from '#client/lib/recover.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { AREA_PLACES } from '#shared/places/area-places.ts';
import type { Point } from './country-outline.ts';
import { useMap } from './leaflet-map.tsx';
import css from './map.module.css';
import { placeLabels, type LabelSide, type Wanted } from './place-labels.ts';
import { REGION_PLACES } from './region-lines.ts';

/** Names of places hardly ever change. */
const HOUR_MS = 3_600_000;
const FONT_PX = 12;
const LINE_PX = 16;
/** Where a browser does not measure text: about this much of the font's size for a letter. */
const LETTER = 0.6;
/** The pin: so far to its sides and above its point. */
const PIN = { side: 16, above: 32 };
/** The buttons that enlarge the map, in its corner. */
const BUTTONS = { left: 0, top: 0, right: 48, bottom: 80 };
/** Districts are named from this zoom on; farther out regions and towns are. */
const DISTRICTS_FROM = 6.5;
/** Nearer than this a region is larger than the window: its name would only take the place of others. */
const REGIONS_TO = 8;
/** A region's name is written over it, before all others. */
const REGIONS = Object.entries(REGION_PLACES).map(([id, at]) => ({
  id: Number(id),
  at,
  rank: 0,
  over: true,
}));
const AREAS = AREA_PLACES.map((place) => ({ ...place, over: false }));
const PLACES = new Map([...REGIONS, ...AREAS].map((place) => [place.id, place]));
/** The library keeps its tooltips 6 px from their points; ours are 5 px from their dots. */
const OFFSETS: Record<LabelSide, [number, number]> = {
  right: [-1, 0],
  left: [1, 0],
  top: [0, 1],
  bottom: [0, -1],
  center: [0, 0],
};

const measuring = () => document.createElement('canvas').getContext?.('2d') ?? null;

/** Width of a text in the map's font. */
function useTextWidth(): (text: string) => number {
  return useMemo(() => {
    const context = measuring();
    if (context) context.font = `${FONT_PX}px ${getComputedStyle(document.body).fontFamily}`;
    return (text) => Math.ceil(context?.measureText(text).width ?? text.length * FONT_PX * LETTER);
  }, []);
}

interface Named {
  id: number;
  side: LabelSide;
  name: string;
}

/** The names that find room in what the map shows now. */
function placed(
  map: LeafletMapObject,
  names: ReadonlyMap<number, string>,
  widthOf: (text: string) => number,
  pinAt: Point | null,
): Named[] {
  const zoom = map.getZoom();
  const wantedPlaces = [
    ...(zoom < REGIONS_TO ? REGIONS : []),
    ...AREAS.filter(({ rank }) => rank < 3 || zoom >= DISTRICTS_FROM),
  ];
  const wanted = wantedPlaces.flatMap(({ id, at, rank, over }): Wanted[] => {
    const name = names.get(id);
    if (name === undefined) return [];
    const { x, y } = map.latLngToContainerPoint(at);
    return [{ id, x, y, width: widthOf(name), height: LINE_PX, rank, over }];
  });
  const { x: width, y: height } = map.getSize();
  const pin = pinAt && map.latLngToContainerPoint(pinAt);
  const covered = pin && {
    left: pin.x - PIN.side,
    right: pin.x + PIN.side,
    top: pin.y - PIN.above,
    bottom: pin.y + 2,
  };
  return placeLabels(wanted, { width, height }, covered ? [covered, BUTTONS] : [BUTTONS]).map(
    ({ id, side }) => ({ id, side, name: names.get(id) ?? '' }),
  );
}

/** A place's dot with its name beside it; a region's name lies over it, without a dot. */
function dotOf({ id, side, name }: Named) {
  const place = PLACES.get(id);
  if (!place) throw new Error(`there is no place ${id}`);
  const text = document.createElement('span');
  text.textContent = name;
  return circleMarker(place.at, {
    radius: place.over ? 0 : place.rank === 1 ? 3 : 2,
    className: css.city,
    fill: !place.over,
    stroke: false,
    interactive: false,
  }).bindTooltip(text, {
    permanent: true,
    direction: side,
    offset: OFFSETS[side],
    className: place.over ? css.regionName : css.cityName,
  });
}

/** Names of regions, towns and districts: as many as find room, none over another or over the pin. */
export function MapNames({ pin: pinAt }: { pin: Point | null }) {
  const map = useMap();
  const localized = useLocalized();
  const widthOf = useTextWidth();
  // Without an answer the map has no names, and is asked for them again.
  const hourly = { staleTime: HOUR_MS, ...recovering() };
  const { data: regionNames } = useQuery({ queryKey: ['regions'], queryFn: () => call(regions), ...hourly });
  const { data: areaNames } = useQuery({
    queryKey: ['areas', 'all'],
    queryFn: () => call(areas, { query: {} }),
    ...hourly,
  });
  const names = useMemo(
    () =>
      new Map([...(regionNames ?? []), ...(areaNames ?? [])].map(({ id, name }) => [id, localized(name)])),
    [regionNames, areaNames, localized],
  );
  const [latitude, longitude] = pinAt ?? [];
  useEffect(() => {
    const pin: Point | null =
      latitude === undefined || longitude === undefined ? null : [latitude, longitude];
    const shown = layerGroup().addTo(map);
    const draw = () => {
      shown.clearLayers();
      for (const named of placed(map, names, widthOf, pin)) shown.addLayer(dotOf(named));
    };
    draw();
    map.on('moveend zoomend resize', draw);
    return () => {
      map.off('moveend zoomend resize', draw);
      shown.remove();
    };
  }, [map, names, widthOf, latitude, longitude]);
  return null;
}
