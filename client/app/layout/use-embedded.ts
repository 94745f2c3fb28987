import { useState } from 'react';

const STORED = 'savdo.mobile';

/** `mobile=1` in the address means: inside the mobile app, for as long as this tab lives. */
export function isEmbedded(): boolean {
  if (typeof window === 'undefined') return false; // rendered on the server: never for the app
  const asked = new URLSearchParams(window.location.search).get('mobile') === '1';
  try {
    if (asked) sessionStorage.setItem(STORED, '1');
    return asked || sessionStorage.getItem(STORED) === '1';
  } catch {
    return asked; // not retried: without storage it holds for this page only
  }
}

/** The same for a screen; it does not change while the page lives. */
export function useEmbedded(): boolean {
  const [embedded] = useState(isEmbedded);
  return embedded;
}
