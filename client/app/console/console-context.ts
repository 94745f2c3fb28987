import type { LucideIcon } from 'lucide-react';
import { useOutletContext } from 'react-router-dom';

/** A page of the console that the person's roles open. */
interface OpenPage {
  page: string;
  Icon: LucideIcon;
}

/** What the layout hands to its first page: the pages of the person, in the order of the menu. */
export const useOpenPages = (): readonly OpenPage[] => useOutletContext<readonly OpenPage[]>();
