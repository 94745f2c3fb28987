import type { Page } from '@playwright/test';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { pinflCheckDigit } from '#shared/validation/pinfl.ts';
import { pdf } from '../fixtures/sample-files.ts';
import { eventually } from '../fixtures/services.ts';
import { chromiumPath, type Size, type Visitor } from './fixtures/browser.ts';
import { looksRight } from './fixtures/looks-right.ts';
import { productFixture } from './fixtures/product-fixture.ts';
import { startProduct } from './fixtures/product.ts';
import { signInAt } from './fixtures/sign-in.ts';
import { addPeople, PASSWORD } from './fixtures/world.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const PINFL = `3010195550001${pinflCheckDigit('3010195550001')}`;
const SECRET = 'lola-daryo-2026';
const SQUATTER = '+998901110001';
const OWNER = '+998901110002';
const STATEMENT = 'Бу рақам менинг паспортимда ёзилган';
const REASON = 'Паспорт заявителя проверен, номер принадлежит ему.';

describe.skipIf(!chromiumPath)('a number that somebody registered before its owner', () => {
  const fixture = productFixture(() => startProduct({ ALLOW_TWINS: '1', RATE_LIMIT_FACTOR: '100' }));
  const visitors: Visitor[] = [];
  afterAll(() => Promise.all(visitors.map((visitor) => visitor.close())));

  async function open(size: Size, language: string): Promise<Page> {
    const visitor = await fixture.visit({ size, language });
    visitors.push(visitor);
    return visitor.page;
  }
  const query = async (statement: string, values: unknown[]) =>
    (await fixture.product.database.pool.query(statement, values)).rows[0];
  const codeTo = (phone: string) =>
    eventually(
      async () => {
        const sent = await query('select body from twin_message where recipient = $1', [phone]);
        return /(?<!\d)\d{6}(?!\d)/.exec(String(sent?.body ?? ''))?.[0];
      },
      `a code to ${phone}`,
      30_000,
    );

  async function register(page: Page, phone: string, name: string): Promise<void> {
    await page.goto('/api/shop/auth/login?register=1&return=%2Fprofile%2Fmy-data');
    const values = { name, pinfl: PINFL, phone, email: `n${phone.slice(1)}@sinov.example` };
    for (const [field, value] of Object.entries({ ...values, password: SECRET, repeat: SECRET }))
      await page.locator(`input[name="${field}"]`).fill(value);
    await page.locator('button[type="submit"].primary').click();
    await page.locator('input[name="code"]').fill(await codeTo(phone));
    await page.locator('button[type="submit"].primary').click();
    await page.waitForURL('**/profile/my-data');
  }

  it('comes back to the owner by a case that two members of staff grant, and the other one is signed out', async () => {
    const squatter = await open('desktop', 'uz');
    await register(squatter, SQUATTER, 'Begona Odam');
    await squatter.getByText(PINFL).first().waitFor();

    const owner = await open('phone', 'uz');
    await register(owner, OWNER, 'Haqiqiy Ega');
    const identity = owner.locator('#identity');
    await identity.getByRole('textbox').fill(PINFL);
    await identity.locator('button[type="submit"]').click();
    await identity.getByRole('alert').waitFor();
    await looksRight(owner, 'taken-phone-uz');
    await identity.getByRole('button', { name: 'Bu mening raqamim: ariza berish' }).click();
    const dialog = owner.getByRole('dialog');
    await dialog.getByRole('textbox').fill(STATEMENT);
    await looksRight(owner, 'statement-phone-uz');
    await dialog.locator('button[type="submit"]').click();
    await dialog
      .locator('input[type="file"]')
      .first()
      .setInputFiles({ name: 'pasport.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdf()) });
    await dialog.getByRole('link', { name: 'pasport.pdf', exact: true }).waitFor();
    await looksRight(owner, 'proof-phone-uz');
    await dialog.getByRole('button', { name: 'Xodimlarga yuborish' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await identity.getByText('xodimlar qarorini kutmoqda').waitFor();
    await looksRight(owner, 'waiting-phone-uz');

    const [first, second] = await addPeople(
      fixture.product,
      ['Birinchi Operator', 'Ikkinchi Operator'],
      ['operator'],
    );
    const proposer = await open('desktop', 'ru');
    await signInAt(proposer, first!.phone, PASSWORD, '/console/number-claims');
    await proposer.getByRole('link', { name: /^Заявление № / }).waitFor();
    await looksRight(proposer, 'list-desktop-ru');
    await proposer.getByRole('link', { name: /^Заявление № / }).click();
    await proposer.getByText(STATEMENT).waitFor();
    await looksRight(proposer, 'case-desktop-ru');
    await proposer.getByRole('button', { name: 'Предложить удовлетворить' }).click();
    await proposer.getByRole('dialog').getByRole('textbox').fill(REASON);
    await looksRight(proposer, 'propose-desktop-ru');
    await proposer.getByRole('dialog').locator('button[type="submit"]').click();
    await proposer.getByText('ждёт второго сотрудника').first().waitFor();
    expect(await proposer.getByRole('button', { name: 'Удовлетворить', exact: true }).count()).toBe(0);

    const approver = await open('phone', 'uz');
    await signInAt(approver, second!.phone, PASSWORD, new URL(proposer.url()).pathname);
    await approver.getByRole('button', { name: 'Qanoatlantirish', exact: true }).waitFor();
    await looksRight(approver, 'case-phone-uz');
    await approver.getByRole('button', { name: 'Qanoatlantirish', exact: true }).click();
    await approver.getByRole('dialog').locator('button[type="submit"]').click();
    await approver.getByRole('dialog').waitFor({ state: 'hidden' });
    await approver.getByText('qanoatlantirilgan').first().waitFor();
    await looksRight(approver, 'granted-phone-uz');

    // The page that the other one has open says that they are signed out, by itself.
    await squatter.getByRole('dialog').waitFor();
    await looksRight(squatter, 'signed-out-desktop-uz');
    await owner.context().clearCookies();
    await signInAt(owner, OWNER, SECRET, '/profile/my-data');
    await owner.locator('#identity').getByText(PINFL).waitFor();
    await looksRight(owner, 'owner-phone-uz');
    const back = await open('desktop', 'uz');
    await back.goto('/api/shop/auth/login?return=%2Fhome');
    await back.locator('input[name="login"]').fill(SQUATTER);
    await back.locator('input[name="password"]').fill(SECRET);
    await back.locator('input[name="password"]').press('Enter');
    await back.getByRole('alert').first().waitFor();
    expect(new URL(back.url()).pathname).not.toBe('/home');
  });
});
