/** A source text with its comments blanked; quotes and templates remain, so SQL and names inside them stay. */
export function withoutComments(source: string): string {
  const token =
    /\/\*[\s\S]*?\*\/|(^|[^:\\])\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g;
  return source.replaceAll(token, (text, before: string | undefined) => {
    if (text.startsWith('/*')) return ' ';
    return before === undefined ? text : before;
  });
}
