import { expect, it, vi } from 'vitest';
import type * as Namespaces from '#client/i18n/namespaces.ts';

const release = vi.hoisted((): { texts: () => void } => ({ texts: () => undefined }));
vi.mock('#client/i18n/namespaces.ts', async (original) => {
  const real = await original<typeof Namespaces>();
  const slow = () => new Promise<null>((resolve) => (release.texts = () => resolve(null)));
  return {
    ...real,
    readNamespace: (language: 'ru', namespace: string) =>
      namespace === 'slow' ? slow() : real.readNamespace(language, namespace),
  };
});

it('marks the page with its words, and does not wait for those of a screen that opens meanwhile', async () => {
  // Read again, with the slow texts: what sets the tests up has read it before.
  vi.resetModules();
  const { i18n, loadNamespaces, startI18n, switchLanguage } = await import('#client/i18n/i18n.ts');
  await startI18n();
  await switchLanguage('uz');
  let switched = false;
  i18n.once('languageChanged', () => void loadNamespaces(['slow']));
  const switching = switchLanguage('ru').then(() => (switched = true));
  await vi.waitUntil(() => i18n.language === 'ru');
  await vi.waitUntil(() => document.documentElement.lang === 'ru');
  expect(switched).toBe(false);
  await vi.waitUntil(() => {
    release.texts();
    return switched;
  });
  await switching;
});
