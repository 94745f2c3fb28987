import { divIcon, marker, type LatLng } from 'leaflet';
import { useEffect, useRef } from 'react';
import type { Point } from './country-outline.ts';
import { useMap } from './leaflet-map.tsx';
import css from './map.module.css';

const PIN = divIcon({
  className: css.pin ?? '',
  html: '<span></span>',
  iconSize: [28, 28],
  iconAnchor: [14, 28],
});

interface MapPinProps {
  at: Point;
  /** What it is, for those who hear the page. */
  label: string;
  /** Where it was dragged to; without it the pin stays where it is. */
  onDragged?: (to: LatLng) => void;
}

export function MapPin({ at: [latitude, longitude], label, onDragged }: MapPinProps) {
  const map = useMap();
  const dragged = useRef(onDragged);
  useEffect(() => {
    dragged.current = onDragged;
  });
  const draggable = onDragged !== undefined;
  useEffect(() => {
    const options = { icon: PIN, alt: label, title: label, keyboard: false, draggable };
    const pin = marker([latitude, longitude], options).addTo(map);
    pin.on('dragend', () => dragged.current?.(pin.getLatLng()));
    return () => void pin.remove();
  }, [map, latitude, longitude, label, draggable]);
  return null;
}
