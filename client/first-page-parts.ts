interface Module {
  code: string | null;
  importedIds: readonly string[];
}
interface Graph {
  getModuleInfo: (id: string) => Module | null;
}

const ICONS = /[\\/]lucide-react[\\/]/;
const ICON_FILE = /[\\/]icons[\\/]([\w-]+)\.m?js$/;
const ICON_IMPORT = /import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/g;
const ICON_EXPORT = /export\s*\{([^}]*)\}\s*from\s*['"]\.\/icons\/([\w-]+)\.m?js['"]/g;

const names = (list: string) =>
  list.split(',').map(
    (each) =>
      each
        .trim()
        .replace(/^default as /, '')
        .split(/\s+as\s+/)[0] ?? '',
  );

/**
 * Tells the modules the first page imports from those only later screens share. The icon library lists all its icons in
 * one file, so an icon counts only when one of our modules names it.
 * @param entries ids of the modules the first page begins with
 */
export function firstPageModules(entries: readonly string[]) {
  let reached: Set<string> | null = null;
  let icons = new Set<string>();

  function explore(graph: Graph): Set<string> {
    const seen = new Set<string>();
    const open = [...entries];
    const asked = new Set<string>();
    const fileOf = new Map<string, string>();
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      if (seen.has(id)) continue;
      seen.add(id);
      const info = graph.getModuleInfo(id);
      const code = info?.code ?? '';
      if (ICONS.test(id)) {
        for (const [, list = '', file = ''] of code.matchAll(ICON_EXPORT))
          for (const name of names(list)) fileOf.set(name, file);
      } else {
        for (const [, list = ''] of code.matchAll(ICON_IMPORT))
          for (const name of names(list)) asked.add(name);
      }
      open.push(...(info?.importedIds ?? []));
    }
    icons = new Set([...asked].map((name) => fileOf.get(name) ?? ''));
    return seen;
  }

  /** True for a module that comes with the first page. */
  return (id: string, graph: Graph): boolean => {
    reached ??= explore(graph);
    const icon = ICONS.test(id) ? ICON_FILE.exec(id)?.[1] : undefined;
    return reached.has(id) && (icon === undefined || icons.has(icon));
  };
}
