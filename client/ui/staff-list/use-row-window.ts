import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useState, type RefObject } from 'react';
import type { RowWindow } from '../data-table/data-table.tsx';

/** Shorter tables are drawn whole: searching in the page finds every row of them. */
const MOST_WHOLE = 200;
/** Until a row has been measured. */
const ROW_PX = 76;
const OVERSCAN = 12;

/** The rows of a long list that are in the window of the browser, and some around them; undefined where all are drawn. */
export function useRowWindow(list: RefObject<HTMLElement | null>, count: number): RowWindow | undefined {
  const long = count > MOST_WHOLE;
  const [topPx, setTopPx] = useState(0);
  useLayoutEffect(() => {
    if (!long || !list.current) return;
    const body = list.current.querySelector('tbody');
    if (body) setTopPx(body.getBoundingClientRect().top + window.scrollY);
  }, [list, long]);
  const rows = useWindowVirtualizer({
    count: long ? count : 0,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN,
    scrollMargin: topPx,
    enabled: long,
  });
  if (!long) return undefined;
  const items = rows.getVirtualItems();
  return {
    places: items.map(({ index }) => index),
    beforePx: Math.max(0, (items[0]?.start ?? topPx) - topPx),
    afterPx: Math.max(0, rows.getTotalSize() - ((items.at(-1)?.end ?? topPx) - topPx)),
    measure: rows.measureElement,
  };
}
