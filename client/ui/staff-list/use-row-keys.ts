import type { RefObject } from 'react';
import { useShortcuts } from '../use-shortcuts.ts';

/** Marks the lists that keys walk through. */
export const LIST = 'data-staff-list';

const CONTROL = 'a[href], button:not(:disabled)';

const rowsOf = (list: HTMLElement) => [...list.querySelectorAll<HTMLElement>('tbody tr[data-key]')];

/** The keyboard goes to the row's name where that leads somewhere, which is read out and opened by Enter; else to the row. */
function enter(row: HTMLElement): void {
  const target = row.querySelector<HTMLElement>(`[data-main="true"] :is(${CONTROL})`) ?? row;
  target.focus();
}

/** Opens what the row is about: its first link or button. */
function open(row: HTMLElement): boolean {
  const target = [...row.querySelectorAll<HTMLElement>(`td:not([data-select]) :is(${CONTROL})`)][0];
  target?.click();
  return target !== undefined;
}

/**
 * j and k walk the rows of a list, Enter opens one, x selects it. Of several lists on a page the one with the keyboard is walked,
 * the first where none has it.
 * @param onSelect null: rows cannot be selected
 */
export function useRowKeys(
  list: RefObject<HTMLElement | null>,
  onSelect: ((key: string) => void) | null,
): void {
  /** The row with the keyboard; null for another place of this list or of none, undefined in another list. */
  const present = (): HTMLElement | null | undefined => {
    const at = document.activeElement?.closest(`[${LIST}]`);
    if (at && at !== list.current) return undefined;
    return document.activeElement?.closest<HTMLElement>('tr[data-key]') ?? null;
  };
  const step = (by: 1 | -1) => {
    const row = present();
    if (row === undefined || !list.current) return false;
    const rows = rowsOf(list.current);
    const next = row ? rows[rows.indexOf(row) + by] : rows.at(by === 1 ? 0 : -1);
    if (next) enter(next);
    return rows.length > 0;
  };
  useShortcuts({
    j: () => step(1),
    k: () => step(-1),
    // A link or button that has the keyboard is opened by the browser.
    Enter: () => (document.activeElement?.matches('tr[data-key]') ? open(present() as HTMLElement) : false),
    x: () => {
      const key = present()?.dataset['key'];
      if (key === undefined || !onSelect) return false;
      onSelect(key);
      return true;
    },
  });
}
