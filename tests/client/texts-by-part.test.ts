import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { CORE_NAMESPACES } from '#client/i18n/namespaces.ts';
import { LANGUAGES } from '#shared/i18n/languages.ts';
import { localeTexts } from '../fixtures/locale-files.ts';

const CLIENT = path.resolve('client');
/** Texts of the server alone; no screen may ask for them. */
const SERVER_ONLY = ['auth', 'console-rooms', 'help-figures', 'server'];

const IMPORT = /(?:from|import)\s*\(?\s*'([^']+)'/g;
const LAZY = /lazyScreen(?:<[^>]*>)?\(\s*\(\) => import\('([^']+)'\)\s*(?:,\s*\[([^\]]*)\])?/g;
const USED = /useTranslation\((\[[^\]]*\]|'[\w-]+')|\bns: '([\w-]+)'|\bt\(\s*['`]([\w-]+):/g;
const NAMES = /'([\w-]+)'/g;

function fileOf(address: string, from: string): string | null {
  if (address.startsWith('#client/')) return path.resolve('client', address.slice('#client/'.length));
  return address.startsWith('.') ? path.resolve(path.dirname(from), address) : null;
}

/** Files a screen brings along by static imports; parts it loads later name their own texts. */
function filesOf(entry: string, seen = new Set<string>()): Set<string> {
  if (seen.has(entry) || !/\.tsx?$/.test(entry) || !existsSync(entry)) return seen;
  seen.add(entry);
  // Neither what comes later nor a type brings its file along.
  const source = readFileSync(entry, 'utf8').replace(/import\('[^']+'\)|import type [^;]+;/g, '');
  for (const [, address = ''] of source.matchAll(IMPORT)) {
    const file = fileOf(address, entry);
    if (file?.startsWith(CLIENT)) filesOf(file, seen);
  }
  return seen;
}

function namespacesIn(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(USED)].flatMap(([, asked, ns, prefix]) =>
    asked ? [...asked.matchAll(NAMES)].map(([, name = '']) => name) : [ns ?? prefix ?? ''],
  );
}

const sources = readdirSync(CLIENT, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('dist'))
  .map((file) => path.join(CLIENT, file));

describe('texts in parts', () => {
  it('are named by every screen that is loaded later', () => {
    const forgotten: string[] = [];
    for (const from of sources) {
      for (const [, address = '', list = ''] of readFileSync(from, 'utf8').matchAll(LAZY)) {
        const named = [...CORE_NAMESPACES, ...[...list.matchAll(NAMES)].map(([, name = '']) => name)];
        const entry = fileOf(address, from);
        for (const file of filesOf(entry ?? '')) {
          for (const name of namespacesIn(file))
            if (!named.includes(name))
              forgotten.push(`${path.relative(CLIENT, from)}: ${address} needs '${name}'`);
        }
      }
    }
    expect([...new Set(forgotten)]).toEqual([]);
  });

  /** Cyrillic is made from the files in Latin. */
  const folderOf = (language: string): string => (language === 'uz-Cyrl' ? 'uz' : language);

  it('list the same core everywhere', () => {
    const pattern = `{${[...CORE_NAMESPACES].join(',')}}`;
    for (const language of LANGUAGES) {
      const source = readFileSync(`client/i18n/texts/${language}.ts`, 'utf8');
      expect(source).toContain(`'../../../shared/i18n/locales/${folderOf(language)}/${pattern}.json`);
      expect(source).toContain(`'!../../../shared/i18n/locales/${folderOf(language)}/${pattern}.json`);
    }
  });

  it('that only signed-in people need are named where they are left out and where they are found', () => {
    for (const language of LANGUAGES) {
      const [, pattern] =
        /'!\.\.[^']*\/(\{actions,[^}]*\}\.json)'/.exec(
          readFileSync(`client/i18n/texts/${language}.ts`, 'utf8'),
        ) ?? [];
      const source = readFileSync(`client/i18n/texts/signed-in/${language}.ts`, 'utf8');
      expect(source).toContain(`'../../../../shared/i18n/locales/${folderOf(language)}/${pattern}'`);
    }
  });

  it('of the server stay out of the client', () => {
    const used = sources.flatMap((file) => namespacesIn(file));
    expect(used.filter((name) => SERVER_ONLY.includes(name))).toEqual([]);
  });

  it('come when they are asked for, and again in the language switched to', async () => {
    vi.resetModules();
    const { i18n, loadNamespaces, startI18n, switchLanguage } = await import('#client/i18n/i18n.ts');
    await startI18n();
    await switchLanguage('en');
    expect(i18n.hasResourceBundle('en', 'ui')).toBe(true);
    expect(i18n.hasResourceBundle('en', 'redirecting')).toBe(false);
    await loadNamespaces(['redirecting']);
    expect(i18n.hasResourceBundle('en', 'redirecting')).toBe(true);
    await switchLanguage('ru');
    expect(i18n.hasResourceBundle('ru', 'redirecting')).toBe(true);
    expect(i18n.hasResourceBundle('ru', 'console')).toBe(false);
  });

  it('asked for while the language changes are there in the language it became', async () => {
    vi.resetModules();
    const { i18n, loadNamespaces, startI18n, switchLanguage } = await import('#client/i18n/i18n.ts');
    await startI18n();
    await switchLanguage('uz');
    const switching = switchLanguage('ru');
    const loading = loadNamespaces(['room']);
    await Promise.all([switching, loading]);
    expect(i18n.language).toBe('ru');
    expect(i18n.hasResourceBundle('ru', 'room')).toBe(true);
  });

  it('are made in Cyrillic from those in Latin', async () => {
    const { readCore, readNamespace } = await import('#client/i18n/namespaces.ts');
    const core = new Map(await readCore('uz-Cyrl'));
    expect([...core.keys()].sort()).toEqual(CORE_NAMESPACES);
    for (const [namespace, texts] of core) expect(texts).toEqual(localeTexts('uz-Cyrl', namespace));
    for (const namespace of ['room', 'console'])
      expect(await readNamespace('uz-Cyrl', namespace)).toEqual(localeTexts('uz-Cyrl', namespace));
    expect(core.get('layout')).toMatchObject({ logo: 'Savdo, бош саҳифа' });
  });

  it('of an unknown namespace are none, and no failure', async () => {
    const { loadNamespaces } = await import('#client/i18n/i18n.ts');
    await expect(loadNamespaces(['nothing-here'])).resolves.toBeUndefined();
  });
});
