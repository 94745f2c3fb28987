import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SENDING_REFUSALS } from '#shared/api/cabinet/order-actions.ts';

const PLURALS = /_(zero|one|two|few|many|other)$/;

/** All keys of a namespace, dotted; plural forms count as their key. */
function keysOf(namespace: string): Set<string> {
  const keys = new Set<string>();
  const walk = (value: unknown, path: string) => {
    if (typeof value === 'string') keys.add(path.replace(PLURALS, ''));
    else for (const [key, each] of Object.entries(value as object)) walk(each, path ? `${path}.${key}` : key);
  };
  walk(JSON.parse(readFileSync(`shared/i18n/locales/uz/${namespace}.json`, 'utf8')), '');
  return keys;
}

const NAMESPACE = /useTranslation\((?:\[)?'([\w-]+)'|ns: '([\w-]+)'/g;
/** t('key') and t(`key.${part}`): of the second only the fixed beginning is known. */
const USED = /\bt\(\s*(?:'([^']+)'|`([^`]+)`)/g;
/** t(either ? 'key' : 'other'). */
const EITHER = /\bt\(\s*[\w.!= ]+\?\s*'([^']+)'\s*:\s*'([^']+)'/g;

/** A page without the libraries is given its texts from these namespaces by the server. */
const GIVEN_TEXTS: Record<string, string[]> = {
  'client/app/verify/verify-page.ts': ['verify', 'applications'],
  'client/app/verify/verify-results.ts': ['verify', 'applications', 'protocols'],
};

describe('texts', () => {
  const namespaces = new Map<string, Set<string>>();
  const has = (namespace: string, start: string, whole: boolean): boolean => {
    const keys = namespaces.get(namespace) ?? keysOf(namespace);
    namespaces.set(namespace, keys);
    return whole ? keys.has(start) : [...keys].some((key) => key.startsWith(start));
  };

  it('exist for every reason for which an action with an order is refused', () => {
    for (const reason of SENDING_REFUSALS)
      expect(has('order-actions', `refused.${reason}`, true), reason).toBe(true);
  });

  it('exist for every key a screen asks for', () => {
    const missing: string[] = [];
    for (const file of globSync('client/{app,features,ui,lib}/**/*.{ts,tsx}')) {
      const source = readFileSync(file, 'utf8');
      const own = [...source.matchAll(NAMESPACE)].map((match) => match[1] ?? match[2] ?? '');
      own.push(...(GIVEN_TEXTS[file] ?? []));
      const used = [...source.matchAll(USED)].map(([, fixed, template]) => ({ fixed, template }));
      const either = [...source.matchAll(EITHER)].flatMap(([, a, b]) => [{ fixed: a }, { fixed: b }]);
      for (const { fixed, template } of [...used, ...either] as { fixed?: string; template?: string }[]) {
        const key = fixed ?? (template ?? '').split('${')[0] ?? '';
        const [prefix, rest] = key.includes(':') ? key.split(':') : [null, key];
        const candidates = prefix ? [prefix] : [...own, 'ui'];
        if (!candidates.some((each) => has(each, rest ?? '', fixed !== undefined)))
          missing.push(`${file}: ${key}`);
      }
    }
    expect(missing).toEqual([]);
  });
});
