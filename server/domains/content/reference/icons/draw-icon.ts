import { categoryIconUrl } from '#shared/api/site/category-icon.ts';
import { SHAPES } from './icon-shapes.ts';

/** Fallback for an icon name without a shape. */
const FALLBACK = 'package';

/** Address of a category's picture. */
export const iconUrl = (category: { id: number; parentId: number | null }): string =>
  categoryIconUrl(category.parentId === null ? 'group' : 'category', category.id);

/** An icon as SVG. Shown on light and dark pages, so it is a medium blue; used as a mask it takes any colour. */
export const drawIcon = (name: string): string =>
  '<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24" fill="none" stroke="#3b7dd8" ' +
  `stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round">${SHAPES[name] ?? SHAPES[FALLBACK]}</svg>`;

/** Names of the icons there are. */
export const iconNames = (): string[] => Object.keys(SHAPES);
