import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createInstance } from 'i18next';
import { FALLBACK_LANGUAGES, LANGUAGES } from '#shared/i18n/languages.ts';
const FOLDER = path.resolve(import.meta.dirname, '../../../shared/i18n/locales');
function readLocales() {
  const resources = {};
  for (const language of LANGUAGES) {
    const folder = path.join(FOLDER, language);
    const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
    resources[language] = Object.fromEntries(
      files.map((name) => [name.slice(0, -5), JSON.parse(readFileSync(path.join(folder, name), 'utf8'))]),
    );
  }
  return resources;
}
/** Texts of all languages, read once at start. Throws when a file is missing or no JSON. */
export function loadTexts() {
  const resources = readLocales();
  const i18n = createInstance();
  void i18n.init({
    resources: resources,
    supportedLngs: [...LANGUAGES],
    fallbackLng: [...FALLBACK_LANGUAGES],
    ns: Object.keys(resources[LANGUAGES[0]] ?? {}),
    defaultNS: 'server',
    initAsync: false,
    // Messages are sent as plain text and escaped where they are shown.
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  const fixed = new Map(LANGUAGES.map((language) => [language, i18n.getFixedT(language)]));
  const t = (language) => fixed.get(language);
  return {
    text: (language, key, values = {}) => t(language)(key, values),
    error(language, error) {
      const [owner, ...rest] = error.code.split('.');
      const keys = [
        `server:errors.${error.code}`,
        `${owner}:errors.${rest.join('.')}`,
        `server:status.${error.status}`,
      ];
      return t(language)([...keys, 'server:status.500'], error.values);
    },
  };
}
