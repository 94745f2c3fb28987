/** Lines in a frame, for the one thing a person should read at start. */
export function box(lines: readonly string[]): string {
  const width = Math.max(...lines.map((line) => line.length));
  const rule = '─'.repeat(width + 2);
  const body = lines.map((line) => `│ ${line.padEnd(width)} │`);
  return [`┌${rule}┐`, ...body, `└${rule}┘`, ''].join('\n');
}
