import type { Page } from '@playwright/test';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { chromiumPath, savePictures, type Visitor } from './fixtures/browser.ts';
import { looksRight } from './fixtures/looks-right.ts';
import { productFixture } from './fixtures/product-fixture.ts';
import { startProduct } from './fixtures/product.ts';
import { signInAt } from './fixtures/sign-in.ts';
import { addPeople, PASSWORD } from './fixtures/world.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

describe.skipIf(!chromiumPath)('two people at one computer', () => {
  const fixture = productFixture(() => startProduct({ ALLOW_TWINS: '1', RATE_LIMIT_FACTOR: '100' }));
  const visitors: Visitor[] = [];
  afterEach((context) => savePictures(context.task, visitors));
  afterAll(() => Promise.all(visitors.map((visitor) => visitor.close())));

  async function twoTabs(language: 'uz' | 'ru', size: 'phone' | 'desktop') {
    const visitor = await fixture.visit({ size, language });
    visitors.push(visitor);
    const second = await visitor.context.newPage();
    return [visitor.page, second] as const;
  }

  /** Logs out in a tab and signs in there as somebody else. */
  async function changePerson(tab: Page, phone: string, path: string): Promise<void> {
    await tab.goto('/home');
    const goTo = await tab.evaluate(async () => {
      const answer = await fetch('/api/shop/auth/logout', { method: 'POST', headers: { 'x-savdo': '1' } });
      return ((await answer.json()) as { goTo: string }).goTo;
    });
    await tab.goto(goTo);
    await signInAt(tab, phone, PASSWORD, path);
  }

  it('a top-up typed by one is not booked for the other, and the page is reloaded for the new person', async () => {
    const [madina, nilufar] = await addPeople(fixture.product, ['Madina Namunayeva', 'Nilufar Namunayeva']);
    const [first, second] = await twoTabs('uz', 'phone');
    // What the page notices by itself is taken away: the server's refusal is what counts.
    await first.addInitScript(() => {
      const own = window.addEventListener.bind(window) as (...args: unknown[]) => void;
      window.addEventListener = (name: string, ...rest: unknown[]) =>
        name === 'focus' || name === 'pageshow' ? undefined : own(name, ...rest);
      Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
      Object.defineProperty(window, 'BroadcastChannel', {
        value: class extends EventTarget {
          postMessage() {}
        },
      });
    });
    await signInAt(first, madina!.phone, PASSWORD, '/profile/top-up');
    await first.locator('input[inputmode="decimal"]').first().fill('51234');
    await first.route('**/socket.io/**', (route) => route.abort('connectionfailed'));
    await changePerson(second, nilufar!.phone, '/home');

    const refused = first.waitForResponse((answer) => answer.status() === 409);
    const dialog = first.getByRole('dialog');
    if (await dialog.isVisible()) await dialog.getByRole('button', { name: 'Yopish' }).click();
    await Promise.all([
      first.waitForNavigation(),
      first
        .locator('main form')
        .getByRole('button')
        .last()
        .click()
        .catch(() => undefined),
    ]);
    await refused;
    await first.getByText('Nilufar Namunayeva. Sahifa shu hisob uchun qayta ochildi').waitFor();
    await looksRight(first, 'other-person-uz-390');
    const { rows } = await fixture.product.database.pool.query('select count(*)::int as n from top_up');
    expect(rows[0].n).toBe(0);
    expect(await first.locator('input[inputmode="decimal"]').first().inputValue()).toBe('');
  });

  it('an open page notices by itself, and staff do not decide in each other’s name', async () => {
    const [aziz, bahrom] = await addPeople(
      fixture.product,
      ['Aziz Namunayev', 'Bahrom Namunayev'],
      ['operator'],
    );
    const [first, second] = await twoTabs('ru', 'desktop');
    await signInAt(first, aziz!.phone, PASSWORD, '/console/refunds');
    await first.getByText('Aziz Namunayev').first().waitFor();
    await changePerson(second, bahrom!.phone, '/home');
    await first.bringToFront();
    await first.getByText('Bahrom Namunayev. Страница открыта заново для него').waitFor();
    await looksRight(first, 'other-person-ru-1440');
    expect(await first.getByText('Aziz Namunayev').count()).toBe(0);
  });
});
