import { expect, it, vi } from 'vitest';
import { openDialog, useShell } from '#client/app/layout/shell-store.ts';
import { announceSessionExpired, useSessionExpiry } from '#client/lib/session-expired.ts';

const BROWSER_FETCH = fetch;

it.each([1, 2])('begins without what the test before left (%i)', () => {
  expect(useSessionExpiry.getState()).toEqual({ expired: false, renewing: false });
  expect(useShell.getState().dialog).toBeNull();
  expect(localStorage.getItem('left')).toBeNull();
  expect(document.cookie).toBe('');
  expect(fetch).toBe(BROWSER_FETCH);
  expect(vi.isFakeTimers()).toBe(false);

  announceSessionExpired();
  openDialog('logout');
  localStorage.setItem('left', '1');
  document.cookie = 'left=1; path=/';
  vi.stubGlobal('fetch', vi.fn());
  vi.useFakeTimers();
});
