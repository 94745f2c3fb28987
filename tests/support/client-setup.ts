import '@testing-library/jest-dom/vitest';
import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';

// Without global test functions the library cannot clean up by itself.
afterEach(() => cleanup());

/** What browsers have and jsdom has not; components only need it to exist. */
class QuietObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

window.matchMedia ??= (query: string) =>
  ({
    media: query,
    matches: false,
    onchange: null,
    addListener: () => {},
    removeListener: () => {},
    addEventListener: () => {},
    removeEventListener: () => {},
    dispatchEvent: () => false,
  }) satisfies MediaQueryList;
window.ResizeObserver ??= QuietObserver;
Element.prototype.scrollIntoView ??= () => {};
