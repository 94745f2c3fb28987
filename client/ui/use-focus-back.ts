import { useLayoutEffect } from 'react';

/** After what takes the keyboard at this moment: another dialog, or the screen one was led to. */
const SETTLED_MS = 10;

const IN_DIALOG = '[role="dialog"]';

/** Where the keyboard last was on the page itself, outside every dialog and drawer. */
let onPage: HTMLElement | null = null;

function keyboardAt(): HTMLElement | null {
  const at = document.activeElement;
  return at instanceof HTMLElement && at !== document.body ? at : null;
}

/** @returns whether the keyboard is there now: what is gone or hidden does not take it. */
function focus(place: HTMLElement | null): boolean {
  if (!place?.isConnected) return false;
  place.focus({ preventScroll: true });
  return document.activeElement === place;
}

/**
 * Gives the keyboard back to where it was when a dialog or drawer opened, as soon as it closes or is taken away; to the
 * place on the page where that of an outer one is gone too. Nothing is moved when something else has taken it by then.
 */
export function useFocusBack(opened: boolean): void {
  // Before the dialog itself takes the keyboard, which it does a moment after it is drawn.
  useLayoutEffect(() => {
    if (!opened) return undefined;
    const before = keyboardAt();
    if (before && !before.closest(IN_DIALOG)) onPage = before;
    return () => {
      const leaving = keyboardAt();
      setTimeout(() => {
        // The window was closed meanwhile.
        if (typeof document === 'undefined') return;
        const now = keyboardAt();
        const left = now === null || (now === leaving && now.closest(IN_DIALOG) !== null);
        if (left) void (focus(before) || focus(onPage));
      }, SETTLED_MS);
    };
  }, [opened]);
}
