import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { chromiumPath } from './fixtures/browser.ts';
import { looksRight } from './fixtures/looks-right.ts';
import { salesFixture } from './fixtures/sales.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 480_000 });

describe.skipIf(!chromiumPath)('messages to the operator at the console', () => {
  const sales = salesFixture();
  const write = (phone: string | null, email: string | null) =>
    sales.query(
      `insert into contact_message (request_id, name, email, phone, subject, message, language)
       values ($1, 'Anvar', $2, $3, 'other', 'Qachon xona ochiladi?', 'uz')`,
      [randomUUID(), email, phone],
    );

  it('a template is added, an answer begins with it, is changed and sent, and the template is retired', async () => {
    await write(null, 'anvar@example.uz');
    await write('+998901112233', null);
    const page = await sales.enterStaff('Operator Sinov', '/console/contact-templates');
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByText('Шаблонов пока нет').waitFor();
    await looksRight(page, 'contact-templates-none-ru-1280');
    await page.getByRole('link', { name: 'Добавить шаблон' }).click();
    const title = page.getByLabel('Заголовок и тема письма');
    const text = page.getByLabel('Текст', { exact: true });
    const save = page.getByRole('button', { name: 'Сохранить' });
    for (const [tab, subject, words] of [
      ['Русский', 'Ваше обращение', 'Здравствуйте, {{who}}!'],
      ['Английский', 'Your message', 'Dear {{name}}, the room opens tomorrow.'],
      ['Узбекский', 'Murojaatingiz', 'Hurmatli {{name}}, {{number}}-murojaatingiz koʻrildi.'],
    ] as const) {
      await page.getByRole('tab', { name: tab, exact: true }).click();
      await title.fill(subject);
      await text.fill(words);
    }
    await page.getByRole('status').getByText('RU: нет такой подстановки: who', { exact: false }).waitFor();
    expect(await save.isDisabled()).toBe(true);
    await looksRight(page, 'contact-template-refused-ru-1280');
    await page.getByRole('tab', { name: 'Русский' }).click();
    await text.fill('Здравствуйте, {{name}}! Комната откроется завтра.');
    await save.click();
    await page.getByText('добавлен').waitFor();
    await looksRight(page, 'contact-template-saved-ru-1280');

    await page.goto('/console/contact');
    await page.getByRole('button', { name: 'Ответить на обращение № 1' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Начать с шаблона').selectOption({ label: 'Murojaatingiz' });
    const words = dialog.getByLabel('Текст ответа');
    await expect.poll(() => words.inputValue()).toBe('Hurmatli Anvar, 1-murojaatingiz koʻrildi.');
    await dialog.getByText('Уйдёт по почте: anvar@example.uz.').waitFor();
    await looksRight(page, 'contact-answer-ru-1280');
    await words.fill('Hurmatli Anvar, xona ertaga ochiladi.');
    await dialog.getByRole('button', { name: 'Отправить' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.goto('/dev/outbox');
    await expect
      .poll(
        async () => {
          await page.reload();
          return page.locator('body').innerText();
        },
        { timeout: 60_000 },
      )
      .toContain('[1] Murojaatingiz');
    expect(await page.locator('body').innerText()).toContain('Hurmatli Anvar, xona ertaga ochiladi.');

    const colleague = await sales.enterStaff('Hamkasb Sinov', '/console/contact', ['phone', 'uz']);
    await colleague.getByRole('button', { name: '№ 2 murojaatga javob berish' }).click();
    const answer = colleague.getByRole('dialog');
    await answer.getByLabel('Javob matni').fill('https://a.example');
    await answer.getByLabel('Xat mavzusi').fill('Murojaatingiz');
    await answer.getByRole('button', { name: 'Yuborish' }).click();
    await answer.getByText('Javoblarda havola va karta raqami boʻlmaydi.').waitFor();
    await looksRight(colleague, 'contact-answer-refused-uz-390');
    await answer.getByRole('button', { name: 'Bekor qilish' }).click();
    await colleague.goto('/console/contact?state=answered');
    await colleague.getByText('Hurmatli Anvar, xona ertaga ochiladi.').waitFor();
    await looksRight(colleague, 'contact-answered-uz-390');

    await colleague.goto('/console/contact-templates');
    await colleague.getByRole('link', { name: 'Murojaatingiz' }).click();
    await colleague.getByRole('button', { name: 'Olib qoʻyish' }).click();
    await colleague.getByText('Andoza olib qoʻyildi.', { exact: false }).waitFor();
    await looksRight(colleague, 'contact-template-retired-uz-390');
    await colleague.goto('/console/contact-templates');
    await colleague.getByText('Olib qoʻyilgan', { exact: true }).waitFor();
    await looksRight(colleague, 'contact-templates-uz-390');
  });
});
