import { useLayoutEffect, type RefObject } from 'react';

/**
 * In a narrow window the chosen one is brought into its row; the page itself does not move.
 * @param chosen selector of the chosen one within the row
 * @param when what the choice depends on: looked at again when one of it changes
 */
export function useShownInRow(row: RefObject<HTMLElement | null>, chosen: string, ...when: unknown[]) {
  useLayoutEffect(() => {
    const list = row.current;
    const one = list?.querySelector<HTMLElement>(chosen);
    if (!list || !one) return;
    const left = one.offsetLeft - list.offsetLeft;
    if (left < list.scrollLeft || left + one.offsetWidth > list.scrollLeft + list.clientWidth)
      list.scrollLeft = left - (list.clientWidth - one.offsetWidth) / 2;
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the caller says what the choice depends on
  }, when);
}
