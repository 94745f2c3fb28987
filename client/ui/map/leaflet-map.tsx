import { map as createMap, type Map as LeafletMapObject, type MapOptions } from 'leaflet';
import { createContext, use, useEffect, useRef, useState, type ReactNode } from 'react';

const MapContext = createContext<LeafletMapObject | null>(null);

/** The map that a component draws on; it belongs inside `LeafletMap`. */
export function useMap(): LeafletMapObject {
  const map = use(MapContext);
  if (!map) throw new Error('there is no map around this');
  return map;
}

interface LeafletMapProps {
  className: string | undefined;
  /** They count when the map is made; later changes are its children's. */
  options: MapOptions;
  /** What draws on it. */
  children: ReactNode;
}

/** A box with a map in it. */
export function LeafletMap({ className, options, children }: LeafletMapProps) {
  const box = useRef<HTMLDivElement>(null);
  const [first] = useState(options);
  const [map, setMap] = useState<LeafletMapObject | null>(null);
  useEffect(() => {
    if (!box.current) return undefined;
    const made = createMap(box.current, first);
    setMap(made);
    return () => {
      setMap(null);
      made.remove();
    };
  }, [first]);
  return (
    <>
      <div ref={box} className={className} />
      {map ? <MapContext value={map}>{children}</MapContext> : null}
    </>
  );
}
