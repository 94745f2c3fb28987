/** Texts of the console alone, each in a chunk of its own; the pattern is the one that the file above leaves out. */
export const others = import.meta.glob<Record<string, unknown>>(
  [
    '../../../../shared/i18n/locales/uz/{categories,console,console-*,content,featured,help-pages,lists,partners}.json',
    '!../../../../shared/i18n/locales/uz/console-rooms.json',
  ],
  { import: 'default', query: '?cyrillic' },
);
