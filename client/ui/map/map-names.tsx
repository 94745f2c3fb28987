import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useReducer } from 'react';
import { CircleMarker, Tooltip, useMap } from 'react-leaflet';
import { areas, regions } from '#shared/api/site/reference.ts';
import { call } from '#client/lib/api-client.ts';
import { recovering } from '#client/lib/recover.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { AREA_PLACES } from '#shared/places/area-places.ts';
import type { Point } from './country-outline.ts';
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

/** Draws again after each move and zoom of the map. */
function useView(): void {
  const map = useMap();
  const [, draw] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    map.on('moveend zoomend resize', draw);
    return () => void map.off('moveend zoomend resize', draw);
  }, [map]);
}

/** Names of regions, towns and districts: as many as find room, none over another or over the pin. */
export function MapNames({ pin: pinAt }: { pin: Point | null }) {
  const map = useMap();
  useView();
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
  const placed = placeLabels(wanted, { width, height }, covered ? [covered, BUTTONS] : [BUTTONS]);
  return placed.map(({ id, side }) => {
    const place = PLACES.get(id);
    if (!place) return null;
    return (
      <CircleMarker
        key={`${id} ${side}`}
        center={place.at}
        radius={place.over ? 0 : place.rank === 1 ? 3 : 2}
        className={css.city}
        fill={!place.over}
        stroke={false}
        interactive={false}
      >
        <Tooltip
          permanent
          direction={side}
          offset={OFFSETS[side]}
          className={(place.over ? css.regionName : css.cityName) ?? ''}
        >
          {names.get(id)}
        </Tooltip>
      </CircleMarker>
    );
  });
}
