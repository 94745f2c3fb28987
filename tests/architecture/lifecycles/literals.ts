import type { Lifecycle } from '#shared/lifecycles/lifecycle.ts';
import { withoutComments } from '../tidy/source-text.ts';

type Files = ReadonlyMap<string, string>;

/** A lot status by its number: `status = 4`, `status in (1, 3)`, `status: 10`, `'status', '=', 4`. HTTP statuses have three digits. */
const NUMBER =
  /\b\w*status(?:es)?['"`)\]]?\s*(?:,\s*'(?:=|<>|!=|in|not in)'\s*,|[:=]|[=!]==?|<>|\b(?:not\s+)?in\b|<>\s*all)\s*[[(]?\s*[1-9]\d?\b/gi;

/** Places that name a status by number and are right to, each with its reason. */
const NUMBERED: Readonly<Record<string, string>> = {
  'server/integrations/e-signature/e-imzo/e-imzo-signature.ts': 'answers of E-IMZO, by its own numbers',
};

/** Status numbers written out beside a word for status. */
export function numberProblems(files: Files): string[] {
  return [...files].flatMap(([file, source]) =>
    NUMBERED[file]
      ? []
      : [...withoutComments(source).matchAll(NUMBER)].map(
          ([found]) => `${file}: "${found.replaceAll(/\s+/g, ' ')}" belongs to shared/lifecycles`,
        ),
  );
}

const columnOf = ({ column }: Lifecycle): string | null => column?.split('.').at(-1) ?? null;

/** Repositories of things whose lifecycle has no table yet, each with its reason. */
const WITHOUT_TABLE: Readonly<Record<string, string>> = {
  'server/domains/content/webhooks/webhook-deliveries.repository.ts':
    'deliveries have states of their own, one of which is named like one of orders',
  'server/domains/content/webhooks/webhooks.repository.ts':
    'the same deliveries, which end with their listener',
  'server/domains/content/notifications/push/push-deliveries.repository.ts':
    'alerts have states of their own, one of which is named like one of orders',
  'server/domains/content/notifications/deliveries.repository.ts':
    'deliveries have states of their own, one of which is named like one of orders',
};

/**
 * States of stored columns that a repository writes or compares as a string of its own: in an update, in the query builder
 * or in SQL. Elsewhere the compiler compares a literal with the union of states.
 */
export function stateProblems(repositories: Files, tables: readonly Lifecycle[]): string[] {
  const stored = tables.filter(({ column }) => column !== null);
  const states = new Set(stored.flatMap((table) => table.states.map(String)));
  const columns = [...new Set(stored.flatMap((table) => columnOf(table) ?? []))].join('|');
  const written = [
    new RegExp(String.raw`\b(?:${columns}):\s*'([a-z-]+)'`, 'g'),
    new RegExp(String.raw`'(?:\w+\.)?(?:${columns})',\s*'(?:=|<>|!=|in|not in)',\s*\[?\s*'([a-z-]+)'`, 'g'),
    new RegExp(String.raw`\b(?:${columns})\s*(?:=|<>|!=|(?:not\s+)?in\s*\()\s*'([a-z-]+)'`, 'g'),
  ];
  return [...repositories].flatMap(([file, source]) => {
    if (WITHOUT_TABLE[file]) return [];
    const text = withoutComments(source);
    const found = written.flatMap((pattern) => [...text.matchAll(pattern)]);
    return found
      .filter(([, state]) => states.has(state!))
      .map(([place]) => `${file}: ${place} belongs to shared/lifecycles`);
  });
}
