import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeAll } from 'vitest';
import { loadNamespaces, startI18n } from '#client/i18n/i18n.ts';
import { otherNamespaces } from '#client/i18n/namespaces.ts';
import { DEFAULT_LANGUAGE } from '#shared/i18n/languages.ts';

// What is waited for comes with an event: the limit is for a test that is wrong, not for a busy machine.
configure({ asyncUtilTimeout: 15_000 });

// Without global test functions the library cannot clean up by itself.
afterEach(() => {
  cleanup();
  // The window stays for the next file.
  localStorage.clear();
  sessionStorage.clear();
});

/** What browsers have and jsdom has not; components only need it to exist. */
class QuietObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

window.matchMedia ??= (query: string) =>
  ({
    media: query,
    // Nothing moves, so nothing has to be waited for.
    matches: query.includes('prefers-reduced-motion'),
    onchange: null,
    addListener: () => {},
    removeListener: () => {},
    addEventListener: () => {},
    removeEventListener: () => {},
    dispatchEvent: () => false,
  }) satisfies MediaQueryList;
window.ResizeObserver ??= QuietObserver;
Element.prototype.scrollIntoView ??= () => {};

// Tests draw parts of screens without their route, which is what names their texts.
beforeAll(async () => {
  await startI18n();
  await loadNamespaces(await otherNamespaces(DEFAULT_LANGUAGE));
});
