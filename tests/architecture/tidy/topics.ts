const STATED = /export const (\w+_EVENTS) = \{([\s\S]*?)\n\} as const/g;
const TOPIC = /^\s{2}(\w+): '([\w.-]+)'/gm;
const WRITTEN_OUT = /insert\s+into\s+outbox[^']*(?:select|values)[\s(]*'|writeOutbox\([^;]*topic: '/i;
const LISTENS = /\[(\w+_EVENTS)\.(\w+)\]:/g;

/**
 * Outbox topics to which no module listens, and rows whose topic is written out instead of stated in a `<d>.events.ts`:
 * path → source.
 */
export function topicProblems(files: ReadonlyMap<string, string>): string[] {
  const heard = new Set<string>();
  for (const [file, source] of files)
    if (file.endsWith('module.ts'))
      for (const [, events, name] of source.matchAll(LISTENS)) heard.add(`${events}.${name}`);
  const problems: string[] = [];
  for (const [file, source] of files) {
    if (file.endsWith('.events.ts'))
      for (const [, events, body = ''] of source.matchAll(STATED))
        for (const [, name, topic] of body.matchAll(TOPIC))
          if (!heard.has(`${events}.${name}`)) problems.push(`${file}: no module listens to ${topic}`);
    if (WRITTEN_OUT.test(source)) problems.push(`${file} writes an outbox topic out`);
  }
  return problems;
}
