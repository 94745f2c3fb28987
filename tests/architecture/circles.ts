/** Groups of files that import each other in a circle (strongly connected, Tarjan), each group sorted. */
export function circlesIn(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const onStack = new Set<string>();
  const circles: string[][] = [];

  function connect(file: string): void {
    index.set(file, index.size);
    low.set(file, index.get(file)!);
    stack.push(file);
    onStack.add(file);
    for (const next of graph.get(file) ?? []) {
      if (!graph.has(next)) continue;
      if (!index.has(next)) {
        connect(next);
        low.set(file, Math.min(low.get(file)!, low.get(next)!));
      } else if (onStack.has(next)) {
        low.set(file, Math.min(low.get(file)!, index.get(next)!));
      }
    }
    if (low.get(file) === index.get(file)) take(file);
  }

  function take(root: string): void {
    const group: string[] = [];
    for (;;) {
      const file = stack.pop()!;
      onStack.delete(file);
      group.push(file);
      if (file === root) break;
    }
    const importsItself = graph.get(root)?.includes(root) ?? false;
    if (group.length > 1 || importsItself) circles.push(group.sort());
  }

  for (const file of graph.keys()) if (!index.has(file)) connect(file);
  return circles;
}
