import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Link, Route, Routes } from 'react-router-dom';
import { beforeEach, describe, expect, it } from 'vitest';
import { Banners } from '#client/app/layout/banners.tsx';
import { MainLayout } from '#client/app/layout/main-layout.tsx';
import { BannersTable } from '#client/features/console/banners/banners-table.tsx';
import { loadNamespaces, switchLanguage } from '#client/i18n/i18n.ts';
import { useSession } from '#client/lib/session.ts';
import type { ConsoleBanner } from '#shared/api/console/console-banners.ts';
import type { SiteBanner } from '#shared/api/site/site.ts';
import { serve, show, type Answers } from './page.tsx';
import { inAll } from './sale-fixture.ts';
// Come later in a browser; read ahead, so that no time limit waits for them.
import '#client/ui/dialog.tsx';

const INFO = {
  supportPhone: '+998712000000',
  supportEmail: 'help@savdo.example',
  hours: { fromDay: 1, toDay: 5, opens: '09:00', closes: '18:00' },
  social: [],
  languages: ['uz', 'ru'],
  pickerLanguages: ['uz', 'ru'],
};
const AT_MS = Date.parse('2026-11-25T18:00:00+05:00');
let ids = 0;
/** Each is another one: what one test closes is not closed in the next. */
const banner = (uz: string, more: Partial<SiteBanner> = {}): SiteBanner => ({
  id: `0b7c6a3e-2f6e-4c8f-9a55-${String((ids += 1)).padStart(12, '0')}`,
  version: 1,
  words: { ...inAll(uz), ru: `${uz} ru` },
  link: null,
  tone: 'info',
  place: 'everywhere',
  ...more,
});

beforeEach(async () => {
  await switchLanguage('uz');
  useSession.setState({ user: null, me: null, known: true });
});

describe('banners on the site', () => {
  const page = (
    <Routes>
      <Route element={<MainLayout />}>
        <Route path="*" element={<Link to="/lot-list">lotlar</Link>} />
      </Route>
    </Routes>
  );
  const served = (banners: SiteBanner[]) =>
    serve({
      'GET /api/shop/site/info': { body: { ...INFO, banners } },
    });
  const notes = () => screen.getAllByRole('note').map((note) => note.textContent);

  it('are above the pages of their place alone, also after a step to another page', async () => {
    served([
      banner('Hammasida'),
      banner('Bosh sahifada', { place: 'home' }),
      banner('Lotlarda', { place: 'lots' }),
    ]);
    show(page, '/home');
    await screen.findByText('Bosh sahifada');
    expect(notes()).toEqual(['Hammasida', 'Bosh sahifada']);
    await userEvent.click(screen.getByRole('link', { name: 'lotlar' }));
    expect(notes()).toEqual(['Hammasida', 'Lotlarda']);
  });

  it.each([
    ['/game-view/7', 'rooms'],
    ['/rooms', 'rooms'],
    ['/profile/orders', 'cabinet'],
    ['/lot-view/7', 'lots'],
    ['/', 'home'],
  ] as const)('of the page %s are those of %s', (path, place) => {
    const places = ['home', 'lots', 'rooms', 'cabinet'] as const;
    show(<Banners banners={places.map((each) => banner(each, { place: each }))} />, path);
    expect(notes()).toEqual([place]);
  });

  it('are closed one by one, and come again once they are changed', async () => {
    const [one, two] = [banner('Birinchi'), banner('Ikkinchi', { tone: 'warning' })];
    const { unmount } = show(<Banners banners={[one, two]} />, '/home');
    await userEvent.click(screen.getAllByRole('button', { name: 'Yopish' })[0]!);
    expect(notes()).toEqual(['Ikkinchi']);
    unmount();
    const again = show(<Banners banners={[one, two]} />, '/home');
    expect(notes()).toEqual(['Ikkinchi']);
    again.unmount();
    show(<Banners banners={[{ ...one, version: 2 }, two]} />, '/home');
    expect(notes()).toEqual(['Birinchi', 'Ikkinchi']);
  });

  it('lead to a page of the site, or to another site in a tab of its own, in the reader’s language', async () => {
    await switchLanguage('ru');
    show(
      <Banners
        banners={[banner('Own', { link: '/news' }), banner('Away', { link: 'https://gov.example/a' })]}
      />,
      '/home',
    );
    expect(screen.getByRole('link', { name: 'Own ru' })).toHaveAttribute('href', '/news');
    const away = screen.getByRole('link', { name: 'Away ru' });
    expect(away).toHaveAttribute('target', '_blank');
    expect(away).toHaveAttribute('rel', 'noopener noreferrer');
  });
});

describe('banners in the console', () => {
  const row = (more: Partial<ConsoleBanner> = {}): ConsoleBanner => ({
    ...banner('Ertaga texnik ishlar'),
    id: '0b7c6a3e-2f6e-4c8f-9a55-6a1f3ac0d0b1',
    fromMs: AT_MS,
    untilMs: AT_MS + 3_600_000,
    hidden: false,
    state: 'shown',
    changes: [{ version: 1, action: 'create', by: 'Malika', atMs: AT_MS }],
    ...more,
  });
  const LIST = 'GET /api/console/banners';
  const STORE = `PUT /api/console/banners/${row().id}`;
  const answers = (more: Answers = {}): Answers => ({
    [LIST]: { body: { items: [row()], total: 1, page: 1, size: 20 } },
    ...more,
  });
  beforeEach(async () => {
    await loadNamespaces(['console-banners', 'staff', 'content']);
    useSession.setState({ me: { id: 'me', roles: ['operator'] } as never });
  });

  it('are listed with where and when they are shown', async () => {
    const asked = serve(answers());
    show(<BannersTable />, '/console/banners?state=shown&place=moon');
    expect(await screen.findByText('Ertaga texnik ishlar')).toBeVisible();
    expect(screen.getByText('25.11.2026 18:00 dan 25.11.2026 19:00 gacha')).toBeVisible();
    expect(asked.find(({ path }) => path.startsWith('/api/console/banners'))?.path).not.toContain('moon');
  });

  it('are changed in a dialog, which says what is wrong with times and links', async () => {
    const asked = serve(answers({ [STORE]: { body: row({ version: 2 }) } }));
    show(<BannersTable />, '/console/banners');
    await userEvent.click(await screen.findByRole('button', { name: /^Tahrirlash: Ertaga/ }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText(/Qoʻshildi/)).toBeVisible();
    const link = within(dialog).getByRole('textbox', { name: /Havola/ });
    await userEvent.type(link, 'javascript:alert(1)');
    const ends = within(dialog).getByRole('group', { name: 'Tugashi' });
    const time = within(ends).getByRole('textbox', { name: /Vaqt/ });
    await userEvent.clear(time);
    await userEvent.type(time, '17:00');
    const save = within(dialog).getByRole('button', { name: 'Saqlash' });
    await userEvent.click(save);
    expect(await within(dialog).findByText('Bunday havolaga yoʻl qoʻyilmaydi.')).toBeVisible();
    expect(within(dialog).getByText('Banner boshlanishidan keyin tugashi kerak.')).toBeVisible();
    expect(asked.some(({ method }) => method === 'PUT')).toBe(false);
    await userEvent.clear(link);
    await userEvent.type(link, '/news');
    await userEvent.clear(time);
    await userEvent.type(time, '20:30');
    await userEvent.click(save);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(asked.find(({ method }) => method === 'PUT')?.body).toMatchObject({
      version: 1,
      link: '/news',
      place: 'everywhere',
      fromMs: AT_MS,
      untilMs: Date.parse('2026-11-25T20:30:00+05:00'),
      hidden: false,
    });
  });

  it('are opened again as somebody else has left them', async () => {
    const { words } = banner('Indin texnik ishlar');
    const all = answers({
      [STORE]: {
        status: 409,
        body: { ERROR: { code: 'console-banners.changed', message: 'Changed meanwhile.' } },
      },
    });
    serve(all);
    show(<BannersTable />, '/console/banners');
    await userEvent.click(await screen.findByRole('button', { name: /^Tahrirlash: Ertaga/ }));
    const reload = { name: 'Yangi nusxani ochish' };
    expect(screen.queryByRole('button', reload)).toBeNull();
    all[LIST] = { body: { items: [row({ version: 2, words })], total: 1, page: 1, size: 20 } };
    await userEvent.click(screen.getByRole('button', { name: 'Saqlash' }));
    await userEvent.click(await screen.findByRole('button', reload));
    expect(screen.getAllByDisplayValue('Indin texnik ishlar')[0]).toBeVisible();
    expect(screen.queryByRole('button', reload)).toBeNull();
  });

  it('are read alone by auditors', async () => {
    useSession.setState({ me: { id: 'me', roles: ['auditor'] } as never });
    serve(answers());
    show(<BannersTable />, '/console/banners');
    await userEvent.click(await screen.findByRole('button', { name: /^Ochish: Ertaga/ }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).queryByRole('button', { name: 'Saqlash' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Qoʻshish' })).toBeNull();
  });
});
