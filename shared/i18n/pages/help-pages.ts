import type { HelpPageName } from '../../api/pages.ts';
import type { Language } from '../languages.ts';
import { madeWhenRead } from '../made-when-read.ts';
import type { PageText } from './blocks.ts';
import { inCyrillic } from './cyrillic.ts';
import { pages as en } from './en/index.ts';
import { pages as ru } from './ru/index.ts';
import { pages as uz } from './uz/index.ts';

type Pages = Record<HelpPageName, PageText>;

/**
 * The help pages as written, figures still placeholders. Cyrillic is made from Latin: of all pages it takes 0.16 s of
 * processor time, in every process that starts.
 */
export const HELP_TEXTS: Record<Language, Pages> = { uz, ru, 'uz-Cyrl': madeWhenRead(uz, inCyrillic), en };
