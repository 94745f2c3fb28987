import { useLayoutEffect, useRef, type ChangeEvent } from 'react';
import { applyEdit, type InputFilter } from './filter.ts';

/** Binds an input to a filter: shown text, and a caret that stays where the person works. */
export function useFilteredInput<Element extends HTMLInputElement | HTMLTextAreaElement>(
  filter: InputFilter,
  shown: string,
  onText: (text: string, typed: string) => void,
) {
  const ref = useRef<Element>(null);
  const place = useRef<number | null>(null);

  useLayoutEffect(() => {
    const input = ref.current;
    if (place.current === null || !input) return;
    // A refused edit leaves the old text, and the browser's caret behind its end.
    if (document.activeElement === input) input.setSelectionRange(place.current, place.current);
    place.current = null;
  });

  const onChange = (event: ChangeEvent<Element>) => {
    const { value: typed, selectionStart } = event.target;
    const kind = (event.nativeEvent as Partial<InputEvent>).inputType;
    const { text, caret } = applyEdit(filter, {
      before: shown,
      typed,
      caret: selectionStart ?? typed.length,
      kind,
    });
    place.current = caret;
    onText(text, typed);
  };

  return { ref, value: shown, onChange };
}
