import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { DAY_MS, TASHKENT_OFFSET_MS } from '#shared/time/tashkent.ts';
import { publishTestLot } from '../fixtures/lots.ts';
import { chromiumPath, type Size, type Visitor } from './fixtures/browser.ts';
import { looksRight } from './fixtures/looks-right.ts';
import { productFixture } from './fixtures/product-fixture.ts';
import { startProduct } from './fixtures/product.ts';
import { signInAt } from './fixtures/sign-in.ts';
import { addPeople, PASSWORD } from './fixtures/world.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const REASON = 'Kalit boshqa shaharda qoldi, uzr.';

describe.skipIf(!chromiumPath)('a viewing of a lot', () => {
  const fixture = productFixture(() => startProduct({ ALLOW_TWINS: '1', RATE_LIMIT_FACTOR: '100' }));
  const visitors: Visitor[] = [];
  afterAll(() => Promise.all(visitors.map((visitor) => visitor.close())));

  async function open(size: Size, language: string): Promise<Visitor> {
    const visitor = await fixture.visit({ size, language });
    visitors.push(visitor);
    return visitor;
  }
  /** Brought near, as by scrolling: only then it is loaded. */
  const viewingsOf = async (page: Page, title: string) => {
    await page.locator('#questions').scrollIntoViewIfNeeded();
    const part = page.getByRole('region', { name: title });
    await part.waitFor();
    return part;
  };
  const calendarOf = async (page: Page, name: string): Promise<string> => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('main').locator('section, li').getByRole('button', { name }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/\.ics$/);
    return (await readFile(await file.path(), 'utf8')).replaceAll('\r\n ', '');
  };

  it('is offered on a phone, booked, added to both calendars, seen by staff, and called off', async () => {
    const [[buyer], [seller], [auditor]] = await Promise.all([
      addPeople(fixture.product, ['Koʻrik Keluvchi']),
      addPeople(fixture.product, ['Mulk Sotuvchi'], ['customer']),
      addPeople(fixture.product, ['Auditor Bir'], ['auditor']),
    ]);
    const lotId = await publishTestLot(fixture.product.database, {
      ruleSet: 'private',
      customerPersonId: seller!.id,
      opensInMs: 5 * DAY_MS,
    });
    const card = `/lot-view/${lotId}`;
    const startsAtMs = Math.floor(Date.now() / DAY_MS) * DAY_MS + 2 * DAY_MS;
    const local = new Date(startsAtMs + TASHKENT_OFFSET_MS).toISOString().slice(0, 16);

    const { page: selling, errors } = await open('phone', 'ru');
    await signInAt(selling, seller!.phone, PASSWORD, '/profile/viewings');
    await selling.getByRole('button', { name: 'Предложить время' }).waitFor();
    await looksRight(selling, 'viewings-none-390-ru');
    await selling.getByRole('button', { name: 'Предложить время' }).click();
    const offer = selling.getByRole('dialog');
    await offer.getByLabel('День и час').fill(local);
    await looksRight(selling, 'viewings-offer-390-ru');
    await offer.getByRole('button', { name: 'Предложить время' }).click();
    await offer.waitFor({ state: 'hidden' });
    await selling.getByText('Занято: 0 из 5').waitFor();

    const { page: coming, errors: trouble } = await open('phone', 'uz');
    await coming.goto(card);
    await (await viewingsOf(coming, 'Joyida koʻrish')).getByText('boʻsh joy: 5').waitFor();
    await looksRight(coming, 'viewings-visitor-390-uz');
    await signInAt(coming, buyer!.phone, PASSWORD, card);
    await (await viewingsOf(coming, 'Joyida koʻrish')).getByRole('button', { name: / da borish$/ }).click();
    await coming.getByText(/^Joy sizniki\. U yerda \d+ raqamini ayting\.$/).waitFor();
    await looksRight(coming, 'viewings-booked-390-uz');
    const number = /(\d+) raqamini/.exec(await coming.getByText(/raqamini ayting/).innerText())?.[1] ?? '';
    const mine = await calendarOf(coming, 'Taqvimga qoʻshish');
    expect(mine).toContain(`DTSTART;TZID=Asia/Tashkent:${local.replaceAll(/[-:]/g, '')}00`);
    expect(mine).toContain(`raqam ${number}`);

    await selling.goto('/profile/viewings');
    await selling.getByText(`Придут номера: № ${number}`).waitFor();
    expect(await selling.getByText('Koʻrik Keluvchi').count()).toBe(0);
    await looksRight(selling, 'viewings-own-390-ru');
    expect(await calendarOf(selling, 'В календарь')).toContain(`№ ${number}`);

    const { page: office } = await open('desktop', 'ru');
    await signInAt(office, auditor!.phone, PASSWORD, '/console/viewings');
    await office.getByText(`№ ${number} Koʻrik Keluvchi`).first().waitFor();
    await looksRight(office, 'viewings-console-1440-ru');

    const { page: wide } = await open('desktop', 'uz');
    await signInAt(wide, seller!.phone, PASSWORD, '/profile/viewings');
    await wide.getByText('Band: 5 tadan 1 tasi').waitFor();
    await looksRight(wide, 'viewings-own-1440-uz');
    await wide.goto(card);
    await viewingsOf(wide, 'Joyida koʻrish');
    await looksRight(wide, 'viewings-card-1440-uz');

    await selling.getByRole('button', { name: 'Отменить' }).click();
    const callOff = selling.getByRole('dialog');
    await callOff.getByRole('textbox').fill(REASON);
    await looksRight(selling, 'viewings-call-off-390-ru');
    await callOff.getByRole('button', { name: 'Отменить' }).click();
    await callOff.waitFor({ state: 'hidden' });
    await selling.getByText(`Почему: ${REASON}`).waitFor();
    await coming.goto('/profile/messages');
    await coming.getByText('Koʻrik bekor qilindi').first().waitFor();
    await coming.goto(card);
    await (await viewingsOf(coming, 'Joyida koʻrish')).getByText(/koʻrigingiz bekor qilindi\.$/).waitFor();
    await looksRight(coming, 'viewings-called-off-390-uz');
    // This database has categories without their pictures.
    expect([...errors, ...trouble].filter((text) => !text.includes('/icons/category/'))).toEqual([]);
  });
});
