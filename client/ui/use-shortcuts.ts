import { useEffect, useRef } from 'react';
import { create } from 'zustand';
import { readStored, writeStored } from '#client/i18n/storage.ts';

const STORED = 'savdo.shortcuts';

/** Single letters act unless the person turned them off: speech input presses them by accident (WCAG 2.1.4). */
export const useShortcutChoice = create<{ on: boolean }>(() => ({ on: readStored(STORED) !== 'off' }));

export function chooseShortcuts(on: boolean): void {
  useShortcutChoice.setState({ on });
  writeStored(STORED, on ? 'on' : 'off');
}

/** A box that was pressed keeps the keyboard, and is not written into. */
const TYPED_IN = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable="true"]';
const DIALOG = '[role="dialog"]';

/** `?` is a key of its own in each layout; letters go by their place, so that Cyrillic layouts have them too. */
function keyOf(event: KeyboardEvent): string {
  if (event.key === '?' || (event.code === 'Slash' && event.shiftKey)) return '?';
  if (event.shiftKey) return '';
  return /^Key[A-Z]$/.test(event.code) ? event.code.slice(3).toLowerCase() : event.key;
}

/**
 * Keys of a page, by letter (`j`) or `?`. They rest while one types, while a dialog is open and with Ctrl, Alt or Meta. An
 * action that answers false leaves its key to others.
 */
export function useShortcuts(actions: Readonly<Record<string, (() => unknown) | undefined>>): void {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented || event.repeat) return;
      if (event.target instanceof Element && event.target.closest(TYPED_IN)) return;
      if (document.querySelector(DIALOG)) return;
      const key = keyOf(event);
      if (key !== '?' && !useShortcutChoice.getState().on) return;
      const act = Object.hasOwn(latest.current, key) ? latest.current[key] : undefined;
      if (!act || act() === false) return;
      event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}
