import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { create } from 'zustand';
import { useHydrating } from './use-hydrating.ts';

const usePlace = create<{ element: HTMLElement | null }>(() => ({ element: null }));
const setElement = (element: HTMLElement | null) => usePlace.setState({ element });

/** The part of the page's header that the open screen fills itself. */
export const HeaderPlace = ({ className }: { className?: string | undefined }) => (
  <div ref={setElement} className={className} />
);

/** Shown in the header where it has such a place, otherwise where it is written. Not in the server's HTML, which has no portals. */
export function InHeader({ children }: { children: ReactNode }) {
  const element = usePlace((state) => state.element);
  if (useHydrating()) return null;
  return element ? createPortal(children, element) : children;
}
