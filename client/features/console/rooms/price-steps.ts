import type { RoomPrice } from '#shared/api/console/room-page.ts';

interface Frame {
  startPriceTiyin: number;
  opensAtMs: number;
  /** The last price holds until then. */
  untilMs: number;
  width: number;
  height: number;
}

/** Paths of an SVG: the start price and each price, held until the next one, and the area below them. */
export function stepsOf(
  prices: readonly RoomPrice[],
  { startPriceTiyin, opensAtMs, untilMs, width, height }: Frame,
): { line: string; area: string } {
  const highest = Math.max(startPriceTiyin, ...prices.map(({ amountTiyin }) => amountTiyin));
  const spanMs = Math.max(1, untilMs - opensAtMs);
  const spanTiyin = Math.max(1, highest - startPriceTiyin);
  const x = (atMs: number) => Math.round((Math.max(0, atMs - opensAtMs) / spanMs) * width);
  const y = (tiyin: number) => Math.round((1 - (tiyin - startPriceTiyin) / spanTiyin) * height);
  const steps = prices.map(({ atMs, amountTiyin }) => `H${x(atMs)}V${y(amountTiyin)}`).join('');
  const line = `M0 ${y(startPriceTiyin)}${steps}H${width}`;
  return { line, area: `${line}V${height}H0Z` };
}
