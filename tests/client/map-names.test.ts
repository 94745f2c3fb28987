import { expect, it } from 'vitest';
import { CITIES } from '#client/ui/map/country-outline.ts';
import { sideBesidePin } from '#client/ui/map/side-beside-pin.ts';

const city = (name: string) => CITIES.find(({ key }) => key === name)!;

it('puts the name of a city below its dot while the pin stands above it', () => {
  expect(sideBesidePin(city('tashkent'), 41.3, 69.3)).toBe('bottom');
  expect(sideBesidePin(city('fergana'), 41.3, 69.3)).toBe('top');
});

it('moves a name beside its dot away from the pin', () => {
  const { at, side } = city('samarkand');
  expect(side).toBe('right');
  expect(sideBesidePin(city('samarkand'), at[0], at[1] + 0.3)).toBe('left');
  expect(sideBesidePin(city('samarkand'), at[0], at[1] - 0.3)).toBe('right');
});
