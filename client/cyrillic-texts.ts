import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { localeInCyrillic, type TextTree } from '../shared/i18n/cyrillic-texts.ts';

/** A file of texts as it is asked for in Cyrillic: `…/locales/uz/lots.json?cyrillic`. */
const ASKED = /[\\/]locales[\\/]uz[\\/][\w-]+\.json\?cyrillic$/;
const MADE = /[\\/]locales[\\/]uz-Cyrl[\\/]([\w-]+)\.json$/;

/**
 * Makes the Cyrillic texts from the Latin ones as modules of the addresses that files of them would have
 * (`…/locales/uz-Cyrl/lots.json`), so that they come in chunks as those of the other languages.
 */
export const cyrillicTexts = (): Plugin => ({
  name: 'cyrillic-texts',
  enforce: 'pre',
  async resolveId(source, importer) {
    if (MADE.test(source)) return source;
    if (!ASKED.test(source)) return null;
    const latin = await this.resolve(source.replace('?cyrillic', ''), importer);
    return latin && latin.id.replace(/([\\/])uz([\\/][\w-]+\.json)$/, '$1uz-Cyrl$2');
  },
  load(id) {
    const namespace = MADE.exec(id)?.[1];
    if (namespace === undefined) return null;
    const file = id.replace(/([\\/])uz-Cyrl([\\/])/, '$1uz$2');
    this.addWatchFile(file);
    return JSON.stringify(localeInCyrillic(namespace, JSON.parse(readFileSync(file, 'utf8')) as TextTree));
  },
});
