const LIST = 'server/processes/modules.ts';
/** What another module gave is changed: a call that comes before finds a part that does nothing. */
const ASSIGNED = /^\s+(\w+(?:\.\w+)+) = |\bObject\.assign\((\w+)/gm;
const MODULE = /^server\/domains\/[^/]+\/[^/]+\/module\.ts$/;

/**
 * Domains without a module, modules of domains and workflows that the one list does not have, and modules that fill in later what
 * others gave: path → source.
 */
export function moduleProblems(files: ReadonlyMap<string, string>): string[] {
  const domains = new Set<string>();
  for (const file of files.keys()) {
    const [, domain] = /^(server\/domains\/[^/]+\/[^/]+)\//.exec(file) ?? [];
    if (domain) domains.add(domain);
  }
  const problems = [...domains]
    .filter((domain) => !files.has(`${domain}/module.ts`))
    .map((domain) => `${domain} has no module.ts`);
  const list = files.get(LIST) ?? '';
  for (const [file, source] of files) {
    if (!MODULE.test(file) && !file.endsWith('.module.ts') && file !== 'server/auction/module.ts') continue;
    const names = [...source.matchAll(/^export const (\w+) = defineModule\(/gm)].map(([, name]) => name);
    if (names.length === 0) problems.push(`${file} defines no module`);
    for (const name of names)
      if (!new RegExp(`\\.with\\(\\s*${name}\\b`).test(list))
        problems.push(`${name} of ${file} is not in ${LIST}`);
    for (const [, path, object] of source.matchAll(ASSIGNED))
      problems.push(`${file} assigns to ${path ?? object}, which another module gave`);
  }
  return problems;
}
