const FONT_FACE = /@font-face\s*\{[^}]*\}/g;
const FONT_FILE = /url\((\/[^)]+\.woff2)\)/;
const UNICODE_RANGES = /U\+([\dA-F]+)(?:-([\dA-F]+))?/gi;

/** The font files of the style sheets whose Unicode ranges contain a letter of the text. */
export function fontsFor(text: string, sheets: readonly string[]): string[] {
  const letters = [...new Set(text)].map((letter) => letter.codePointAt(0) ?? 0);
  return sheets
    .flatMap((css) => css.match(FONT_FACE) ?? [])
    .flatMap((face) => {
      const file = FONT_FILE.exec(face)?.[1];
      const ranges = [...face.matchAll(UNICODE_RANGES)].map(([, from = '', to]) => [
        Number.parseInt(from, 16),
        Number.parseInt(to ?? from, 16),
      ]);
      const used = letters.some((letter) =>
        ranges.some(([from = 0, to = 0]) => letter >= from && letter <= to),
      );
      return file && used ? [file] : [];
    });
}
