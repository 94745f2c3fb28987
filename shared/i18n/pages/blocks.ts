import type { HelpPage, PageBlock } from '../../api/pages.ts';

/** A help page as written: figures stand as `{{name}}`, see server/domains/content/reference/pages/help-figures.ts. */
export type PageText = Omit<HelpPage, 'page'>;

export const heading = (text: string): PageBlock => ({ kind: 'heading', text });
export const paragraph = (text: string): PageBlock => ({ kind: 'paragraph', text });
export const steps = (...items: string[]): PageBlock => ({ kind: 'list', ordered: true, items });
export const points = (...items: string[]): PageBlock => ({ kind: 'list', ordered: false, items });
export const note = (text: string): PageBlock => ({ kind: 'note', text });
export const table = (head: string[], ...rows: string[][]): PageBlock => ({ kind: 'table', head, rows });
export const link = (text: string, href: string): PageBlock => ({ kind: 'link', text, href });
