import { HELP_PAGES, type HelpPageName } from '../../api/pages.ts';
import type { Language } from '../languages.ts';
import type { PageText } from './blocks.ts';
import { inCyrillic } from './cyrillic.ts';
import { pages as en } from './en/index.ts';
import { pages as ru } from './ru/index.ts';
import { pages as uz } from './uz/index.ts';

type Pages = Record<HelpPageName, PageText>;

const cyrillic = Object.fromEntries(HELP_PAGES.map((name) => [name, inCyrillic(uz[name])])) as Pages;

/** The help pages as written, figures still placeholders. Cyrillic is made from Latin. */
export const HELP_TEXTS: Record<Language, Pages> = { uz, ru, 'uz-Cyrl': cyrillic, en };
