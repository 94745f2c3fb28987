/** Letters that neither end a quoted string nor name a folder. */
const PLAIN = /[^A-Za-z0-9 ._()-]/g;
/** Not left as they are by encodeURIComponent's rules, but not allowed in a header's extended value (RFC 8187). */
const EXTENDED = /['()*!]/g;

/** The header of a file to be saved, for any name: a plain one for old programs, the real one in UTF-8 (RFC 6266). */
export function attachment(name: string): string {
  const whole = name.toWellFormed();
  const plain = whole.normalize('NFKD').replace(PLAIN, '_');
  const encoded = encodeURIComponent(whole).replace(
    EXTENDED,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
