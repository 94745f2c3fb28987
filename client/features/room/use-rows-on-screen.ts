import { useEffect, useState, type RefObject } from 'react';

/** Rows drawn above and below those on screen, so that scrolling meets no empty place. */
const SPARE_ROWS = 8;

/**
 * Which rows of a scrolling box are on screen, spare ones included; all are equally high.
 * @returns [first, end) of `count` rows
 */
export function useRowsOnScreen(
  box: RefObject<HTMLElement | null>,
  count: number,
  rowPx: number,
): readonly [first: number, end: number] {
  const [[top, height], setView] = useState<readonly [number, number]>([0, 0]);
  // The box is there with the first row only.
  const any = count > 0;
  useEffect(() => {
    const element = box.current;
    if (!any || !element) return undefined;
    const look = () => setView([element.scrollTop, element.clientHeight]);
    const sizes = new ResizeObserver(look);
    sizes.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    look();
    return () => {
      sizes.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [box, any]);
  const first = Math.max(0, Math.floor(top / rowPx) - SPARE_ROWS);
  return [Math.min(first, count), Math.min(count, Math.ceil((top + height) / rowPx) + SPARE_ROWS)];
}
