import { describe, expect, it, vi } from 'vitest';
import { axeFindings, chromiumPath } from './fixtures/browser.ts';
import { looksRight } from './fixtures/looks-right.ts';
import { salesFixture } from './fixtures/sales.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 480_000 });

/** One member of staff changes what people read and are asked, and people see it. */
describe.skipIf(!chromiumPath)('dictionaries at the console', () => {
  const sales = salesFixture();

  it('a field is added with its preview, a category is moved by keyboard, and a help page is published', async () => {
    const page = await sales.enterStaff('Operator Sinov', '/console/categories');
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    await page.getByRole('button', { name: /^Категорий: \d+, Транспорт$/ }).click();
    const cars = page.getByRole('link', { name: 'Легковые автомобили' });
    await cars.waitFor();
    await looksRight(page, 'categories-ru');
    const rows = page.getByRole('list', { name: 'Транспорт', exact: true }).getByRole('listitem');
    const second = await rows.nth(1).getByRole('link').innerText();
    await page.getByRole('button', { name: 'Переместить: Легковые автомобили' }).focus();
    await page.keyboard.press('Space');
    await page.getByRole('status').filter({ hasText: 'поднято с места 1' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('status').filter({ hasText: 'Место 2' }).waitFor();
    await page.keyboard.press('Space');
    await rows.nth(0).getByRole('link', { name: second }).waitFor();

    await cars.click();
    const preview = page.getByRole('region', { name: 'Как это выглядит' });
    await preview.getByLabel('Марка', { exact: false }).first().waitFor();
    await page.getByRole('checkbox', { name: 'У этой категории свои поля' }).check();
    await page.getByRole('button', { name: 'Добавить поле' }).click();
    const names = page.getByRole('group', { name: 'Название поля' });
    await names.getByLabel('Узбекский', { exact: true }).fill('Egalari soni');
    await names.getByLabel('Русский').fill('Владельцев');
    await names.getByLabel('Английский').fill('Owners');
    await page.getByLabel('Вид ответа').selectOption({ label: 'Число' });
    await preview.getByLabel('Владельцев', { exact: false }).waitFor();
    await looksRight(page, 'category-field-ru');
    await page.getByRole('button', { name: 'Сохранить поля' }).click();
    await page.getByRole('listitem').filter({ hasText: 'Изменены поля' }).waitFor();

    await page.goto('/console/help-pages?item=bid-lot');
    const title = page.getByLabel('Заголовок');
    await title.waitFor();
    await looksRight(page, 'help-page-ru');
    await title.fill('Narx taklif qilish tartibi');
    await page.getByRole('button', { name: 'Сохранить' }).click();
    await page.getByRole('button', { name: 'Опубликовать сейчас' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Опубликовать' }).click();
    await page.getByText(/^Опубликована версия 2/).waitFor();
    const visitor = await sales.open('phone', 'uz');
    await visitor.goto('/info/bid-lot');
    await visitor.getByRole('heading', { level: 1, name: 'Narx taklif qilish tartibi' }).waitFor();
    expect(errors).toEqual([]);
  });

  it('the words of a message are found, refused without their placeholder, saved, and the shipped ones taken again', async () => {
    const page = await sales.enterStaff('Operator Sinov', '/console/message-texts');
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByLabel('Найти сообщение').fill('auction-not-held');
    const link = page.getByRole('link', { name: 'Торги не состоялись' });
    await link.waitFor();
    await looksRight(page, 'message-texts-found-ru-1280');
    await page.getByLabel('Найти сообщение').fill('');
    await looksRight(page, 'message-texts-ru-1280');
    await link.click();
    await page.getByRole('tab', { name: 'Русский' }).click();
    const text = page.getByLabel('Текст', { exact: true });
    await text.fill('Торги не прошли');
    await page.getByRole('status').getByText('RU: в тексте нет обязательной подстановки: lot').waitFor();
    const save = page.getByRole('button', { name: 'Сохранить' });
    expect(await save.isDisabled()).toBe(true);
    await looksRight(page, 'message-text-refused-ru-1280');
    await text.fill('{{lot}}: торги не прошли.');
    const preview = page.getByRole('region', { name: 'Как это выглядит' });
    await preview.getByText(/^Savdo\. .*1000017.*торги не прошли\.$/).waitFor();
    await save.click();
    await page.getByText('Версия 1 · изменены слова').waitFor();
    await looksRight(page, 'message-text-saved-ru-1280');
    const colleague = await sales.enterStaff(
      'Hamkasb Sinov',
      '/console/message-texts?item=auction-not-held',
      ['phone', 'uz'],
    );
    await colleague.getByText('Xodimlar soʻzlari').waitFor();
    await looksRight(colleague, 'message-text-uz-390');
    await colleague.goto('/console/message-texts');
    await colleague.getByText('Xodimlar soʻzlari').waitFor();
    await looksRight(colleague, 'message-texts-uz-390');
    await page.getByRole('button', { name: 'Показать: Слова, поставленные с программой' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Восстановить' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Восстановить' }).click();
    await page.getByText('Версия 2 · возвращены слова программы').waitFor();
    await page.getByText('Слова сотрудников').waitFor({ state: 'detached' });
  });

  it.each([
    ['desktop', 'ru'],
    ['phone', 'uz'],
  ] as const)('a record and the system are read on a %s in %s', async (size, language) => {
    const lotId = await sales.publish(3_600_000);
    const page = await sales.enterStaff(`Kuzatuvchi ${size}`, `/console/records/lot/${lotId}`, [
      size,
      language,
    ]);
    await page.getByRole('heading', { level: 1, name: `№ ${lotId}` }).waitFor();
    await looksRight(page, `record-${language}`);
    await page.goto('/console/records/refund/999999');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await looksRight(page, `record-none-${language}`);
    await page.goto('/console/system');
    await page.getByRole('table').first().waitFor();
    await looksRight(page, `system-${language}`);
  });
});
