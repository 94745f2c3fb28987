import type { Page } from '@playwright/test';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { publishTestLot } from '../fixtures/lots.ts';
import { chromiumPath, type Size, type Visitor } from './fixtures/browser.ts';
import { looksRight } from './fixtures/looks-right.ts';
import { productFixture } from './fixtures/product-fixture.ts';
import { startProduct } from './fixtures/product.ts';
import { signInAt } from './fixtures/sign-in.ts';
import { addPeople, PASSWORD } from './fixtures/world.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const QUESTION = 'Uyning tomi qachon taʼmirlangan?';
const ANSWER = 'Tom 2024-yilda toʻliq yangilangan, hujjatlari bor.';

describe.skipIf(!chromiumPath)('a question about a lot', () => {
  const fixture = productFixture(() => startProduct({ ALLOW_TWINS: '1', RATE_LIMIT_FACTOR: '100' }));
  const visitors: Visitor[] = [];
  afterAll(() => Promise.all(visitors.map((visitor) => visitor.close())));

  async function open(size: Size, language: string): Promise<Visitor> {
    const visitor = await fixture.visit({ size, language });
    visitors.push(visitor);
    return visitor;
  }
  /** Brought near, as by scrolling: only then it is loaded. */
  const questionsOf = async (page: Page) => {
    await page.locator('#questions').scrollIntoViewIfNeeded();
    const part = page.locator('#questions section').first();
    await part.waitFor();
    return part;
  };

  it('is asked on a phone, approved, answered by the seller, approved, and read by everybody', async () => {
    const [[buyer], [seller], [moderator]] = await Promise.all([
      addPeople(fixture.product, ['Savol Beruvchi']),
      addPeople(fixture.product, ['Mulk Sotuvchi'], ['customer']),
      addPeople(fixture.product, ['Moderator Bir'], ['moderator']),
    ]);
    const lotId = await publishTestLot(fixture.product.database, {
      ruleSet: 'private',
      customerPersonId: seller!.id,
      opensInMs: 3_600_000,
    });
    const card = `/lot-view/${lotId}`;

    const { page: asking, errors } = await open('phone', 'uz');
    await asking.goto(card);
    const signIn = (await questionsOf(asking)).getByRole('link', { name: 'Kirish va soʻrash' });
    expect(await signIn.getAttribute('href')).toContain(encodeURIComponent(card));
    await looksRight(asking, 'question-visitor-390-uz');
    await signInAt(asking, buyer!.phone, PASSWORD, card);
    await (await questionsOf(asking)).getByRole('button', { name: 'Sotuvchidan soʻrash' }).click();
    const dialog = asking.getByRole('dialog');
    await dialog.getByRole('textbox').fill(`${QUESTION} Tel: 90 123 45 67`);
    await dialog.getByRole('button', { name: 'Yuborish' }).click();
    await dialog.getByText(/telefon raqami/).waitFor();
    await looksRight(asking, 'question-contact-390-uz');
    await dialog.getByRole('textbox').fill(QUESTION);
    await dialog.getByRole('button', { name: 'Yuborish' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await (await questionsOf(asking)).getByText('Xodimlarda').waitFor();
    await looksRight(asking, 'question-asked-390-uz');

    const { page: office } = await open('desktop', 'ru');
    await signInAt(office, moderator!.phone, PASSWORD, '/console/lot-questions');
    const approve = async () => {
      await office.getByRole('button', { name: /^Одобрить: № / }).click();
      await office.getByRole('dialog').getByRole('button', { name: 'Одобрить' }).click();
      await office.getByRole('dialog').waitFor({ state: 'hidden' });
    };
    await office.getByText(QUESTION).first().waitFor();
    await looksRight(office, 'question-console-1440-ru');
    await approve();

    const { page: answering } = await open('phone', 'ru');
    await signInAt(answering, seller!.phone, PASSWORD, '/profile/lot-questions');
    await answering.getByText(QUESTION).waitFor();
    expect(await answering.getByText('Savol Beruvchi').count()).toBe(0);
    await looksRight(answering, 'question-received-390-ru');
    await answering.getByRole('button', { name: 'Ответить' }).click();
    await answering.getByRole('dialog').getByRole('textbox').fill(ANSWER);
    await answering.getByRole('dialog').getByRole('button', { name: 'Отправить' }).click();
    await answering.getByRole('dialog').waitFor({ state: 'hidden' });
    await answering.getByText(/ещё не показан/).waitFor();

    await office.reload();
    await office.getByText(ANSWER).first().waitFor();
    await approve();

    const { page: reading, errors: trouble } = await open('desktop', 'ru');
    await reading.goto(`${card}#questions`);
    await reading.getByText(ANSWER).waitFor();
    await looksRight(reading, 'question-card-1440-ru');
    await asking.goto('/profile/messages');
    await asking.getByText('Savolingizga javob berildi').first().waitFor();
    await asking.goto(card);
    await (await questionsOf(asking)).getByText(ANSWER).waitFor();
    await looksRight(asking, 'question-card-390-uz');
    // This database has categories without their pictures.
    expect([...errors, ...trouble].filter((text) => !text.includes('/icons/category/'))).toEqual([]);
  });
});
