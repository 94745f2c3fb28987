/** Lines of a text that another one does not have, and the other way round: `−` was, `+` is. An equal text: none. */
export function changedLines(before: string, after: string): string {
  const [was, is] = [before, after].map((text) => text.split('\n').filter((line) => line.trim() !== ''));
  const [later, earlier] = [new Set(is), new Set(was)];
  const gone = was!.filter((line) => !later.has(line)).map((line) => `− ${line}`);
  const come = is!.filter((line) => !earlier.has(line)).map((line) => `+ ${line}`);
  return [...gone, ...come].join('\n');
}
