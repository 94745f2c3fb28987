import { categoryIconUrl } from '#shared/api/category-icon.ts';
import { SHAPES } from './shapes.ts';

/** Drawn for an icon that staff named and we have no shape of. */
const FALLBACK = 'package';

/** Address of a category's picture. */
export const iconUrl = (category: { id: number; parentId: number | null }): string =>
  categoryIconUrl(category.parentId === null ? 'group' : 'category', category.id);

/** An icon as a picture. Shown on light and dark pages alike, so it is of a middle blue; a mask takes any colour. */
export const drawIcon = (name: string): string =>
  '<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24" fill="none" stroke="#3b7dd8" ' +
  `stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round">${SHAPES[name] ?? SHAPES[FALLBACK]}</svg>`;
