/** A name that wants a place on the map. Sums are pixels within the window of the map. */
export interface Wanted {
  id: number;
  /** What it names. */
  x: number;
  y: number;
  width: number;
  height: number;
  /** Lower ones are placed first. */
  rank: number;
  /** Beside its dot on one of four sides, or right over its point. */
  over?: boolean;
}

export type LabelSide = 'right' | 'left' | 'top' | 'bottom' | 'center';

export interface Placed {
  id: number;
  side: LabelSide;
  box: Box;
}

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** From the dot to the name. */
const GAP_PX = 5;
/** Between two names. */
const APART_PX = 2;
/** Half a dot and a little more: no name is written over the dot of another. */
const DOT_PX = 3;
const SIDES: readonly LabelSide[] = ['right', 'left', 'top', 'bottom'];

function boxOf({ x, y, width, height }: Wanted, side: LabelSide): Box {
  const left = side === 'right' ? x + GAP_PX : side === 'left' ? x - GAP_PX - width : x - width / 2;
  const top = side === 'bottom' ? y + GAP_PX : side === 'top' ? y - GAP_PX - height : y - height / 2;
  return { left, top, right: left + width, bottom: top + height };
}

const meet = (one: Box, other: Box): boolean =>
  one.left < other.right + APART_PX &&
  other.left < one.right + APART_PX &&
  one.top < other.bottom + APART_PX &&
  other.top < one.bottom + APART_PX;

/**
 * Which names find a place, and on which side of their dots: none meets another, the pin or the edge of the map. Names
 * that find none are left out; nearer ones appear when the map is enlarged.
 * @param taken places that are not free: the pin
 */
export function placeLabels(
  wanted: readonly Wanted[],
  window: { width: number; height: number },
  taken: readonly Box[] = [],
): Placed[] {
  const inside = (box: Box) =>
    box.left >= 0 && box.top >= 0 && box.right <= window.width && box.bottom <= window.height;
  const placed: Placed[] = [];
  const dots: Box[] = [];
  for (const name of wanted.toSorted((a, b) => a.rank - b.rank)) {
    const named = [...taken, ...placed.map(({ box }) => box)];
    const dot = {
      left: name.x - DOT_PX,
      right: name.x + DOT_PX,
      top: name.y - DOT_PX,
      bottom: name.y + DOT_PX,
    };
    if (!name.over && named.some((other) => meet(dot, other))) continue;
    const free = (side: LabelSide) => {
      const box = boxOf(name, side);
      return inside(box) && ![...named, ...dots].some((other) => meet(box, other));
    };
    const side = (name.over ? (['center'] as const) : SIDES).find(free);
    if (!side) continue;
    placed.push({ id: name.id, side, box: boxOf(name, side) });
    if (!name.over) dots.push(dot);
  }
  return placed;
}
