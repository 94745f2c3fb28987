import { existsSync, readFileSync } from 'node:fs';
import { matchPath } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { routeAt } from '#client/app/route-at.ts';
import { ROUTES } from '#client/app/routes.ts';
import { otherNamespaces } from '#client/i18n/namespaces.ts';
import { paths } from '#client/lib/paths.ts';
import { plainAddresses, screenOf } from '#server/web/screens.ts';
import { CONTRACTS } from '#shared/api/index.ts';
import { HELP_PAGES } from '#shared/api/pages.ts';
import { HELP_TEXTS } from '#shared/i18n/pages/help-pages.ts';

const PARTS = ['site', 'cabinet', 'console', 'console-content', 'console-details'].map((name) =>
  readFileSync(`client/app/routes/${name}.ts`, 'utf8'),
);
/** File a route loads and the one it tells the server, as the text of the table has them. */
const loadedAndNamed = PARTS.flatMap((text) =>
  [...text.matchAll(/import\('([^']+)'\)[\s\S]*?source: '([^']+)'/g)].map(([, loaded = '', named = '']) => [
    loaded.replace(/^#client\//, '').replace(/^\.\.\//, 'app/'),
    named,
  ]),
);

describe('the table of screens', () => {
  it('names for the server the file that the browser loads', () => {
    expect(loadedAndNamed).toHaveLength(ROUTES.length);
    for (const [loaded, named] of loadedAndNamed) expect(named).toBe(loaded);
    expect(ROUTES.map(({ source }) => source)).toEqual(loadedAndNamed.map(([, named]) => named));
  });

  it('has each address once, and files and texts that exist', async () => {
    const addresses = ROUTES.map(({ path }) => path);
    expect(new Set(addresses).size).toBe(addresses.length);
    const namespaces = await otherNamespaces('uz');
    for (const { path, source, texts, renderedParts = [] } of ROUTES) {
      for (const file of [source, ...renderedParts]) expect(existsSync(`client/${file}`), file).toBe(true);
      for (const name of texts) expect(namespaces, path).toContain(name);
    }
  });

  it('reads for a rendered page only what every visitor may, and nothing for the others', () => {
    const open = new Set(CONTRACTS.filter(({ access }) => access === 'public').map(({ name }) => name));
    const pages = ROUTES.filter(({ rendered }) => rendered);
    const others = ROUTES.filter(({ rendered }) => !rendered);
    expect(pages.length).toBeGreaterThan(0);
    for (const { path, access } of pages) expect(access, path).toBe('everyone');
    for (const { path, data } of pages) for (const name of data) expect(open, path).toContain(name);
    expect(others.length).toBeGreaterThan(0);
    for (const { path, data } of others) expect(data, path).toEqual([]);
  });

  it('finds the screen of an address, that of a nested page too', () => {
    expect(routeAt('/console/rooms')).toMatchObject({ path: '/console', layout: 'console' });
    expect(routeAt('/game-view/7')?.wide).toBe(true);
    expect(routeAt('/profile/orders/lots/4')?.scrollGroup).toBe(routeAt('/profile')?.scrollGroup);
    expect(routeAt('/lot-view/7')?.wide).toBeUndefined();
    expect(routeAt('/lot-view/7/more')).toBeUndefined();
  });

  it('is found by the server at the addresses at which the browser shows each screen', () => {
    const uuid = '0b6f3f6e-4c1f-4a52-9d7e-5f0f8f1c2a3b';
    for (const { path } of ROUTES) {
      const address = path
        .replace(':id', '7')
        .replace(':uuid', uuid)
        .replace(':page', HELP_PAGES[0])
        .replace(':kind', 'refund')
        .replace(':number', '7');
      expect(screenOf(address)?.route.path, path).toBe(path);
    }
    expect(screenOf(`/console/accounts/${uuid}`)).toMatchObject({ id: 0 });
    expect(screenOf('/console/accounts/7')).toBe(null);
    expect(screenOf(`/lot-view/${uuid}`)).toBe(null);
  });

  it('names the addresses without header and footer for the script that runs before the first paint', () => {
    const plain = new RegExp(plainAddresses());
    for (const address of ['/categories', '/order-preview/7', '/redirecting'])
      expect(plain.test(address), address).toBe(true);
    for (const address of ['/', '/home', '/lot-view/7', '/profile/orders', '/categories-of-trade'])
      expect(plain.test(address), address).toBe(false);
  });

  it('has a screen for every link', () => {
    const links = [
      paths.home(),
      paths.lotList(),
      paths.lotView(1),
      paths.gameView(1),
      paths.lotResult(1),
      paths.categories(),
      paths.favourites(),
      paths.contact(),
      paths.selling(),
      paths.appLink(),
      paths.checkProtocol('1'),
      paths.checkBlackList(),
      paths.news(),
      paths.news(1),
      paths.profile(),
      paths.topUp(),
      paths.payment(1),
      paths.console(),
      ...HELP_PAGES.map((page) => paths.info(page)),
      ...Object.values(HELP_TEXTS.uz)
        .flatMap(({ blocks }) => blocks)
        .flatMap((block) => (block.kind === 'link' ? [block.href] : [])),
    ];
    const broken = links.filter((link) => {
      const { pathname } = new URL(link, 'http://site');
      return !ROUTES.some(({ path }) => matchPath(path, pathname));
    });
    expect(broken).toEqual([]);
  });
});
