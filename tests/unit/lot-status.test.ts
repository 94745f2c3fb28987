import { expect, test } from 'vitest';
import {
  LOT_STATUSES,
  lotStatusColour,
  lotStatusName,
  statusAfterHammer,
  type StatusColour,
} from '#shared/lifecycles/lot-status.ts';
import { TAB_STATUSES } from '#shared/lifecycles/lot-tabs.ts';

test('has the seventeen statuses with the colours of the specification', () => {
  expect(LOT_STATUSES).toEqual(Array.from({ length: 17 }, (_, i) => i + 1));
  const of = (colour: StatusColour) => LOT_STATUSES.filter((status) => lotStatusColour(status) === colour);
  expect(of('primary')).toEqual([1, 4]);
  expect(of('success')).toEqual([2, 5, 7]);
  expect(of('warning')).toEqual([3, 6, 8, 12, 15, 17]);
  expect(of('danger')).toEqual([9, 11, 13, 16]);
  expect(of('info')).toEqual([10, 14]);
});

test('puts every status but the archive into one of the tabs completed, not held, current', () => {
  const shown = [...(TAB_STATUSES[2] ?? []), ...(TAB_STATUSES[3] ?? []), ...(TAB_STATUSES[4] ?? [])];
  expect([...shown].sort((a, b) => a - b)).toEqual(LOT_STATUSES.filter((status) => status !== 14));
});

test('follows the hammer', () => {
  expect(lotStatusName(statusAfterHammer('sold'))).toBe('priceFormed');
  expect(lotStatusName(statusAfterHammer('not-held'))).toBe('notHeld');
  expect(lotStatusName(statusAfterHammer('no-price-given'))).toBe('noPriceGiven');
  expect(lotStatusName(statusAfterHammer('withdrawn'))).toBe('withdrawn');
});
