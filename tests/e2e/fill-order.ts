import { expect, type Page } from '@playwright/test';
import { picture } from '../fixtures/sample-files.ts';

const PHOTOS = [1, 2, 3];

/** The numbers a customer gives; the rest is the same in every test. */
export interface WrittenOrder {
  title: string;
  /** In UZS, as it is typed. */
  price: string;
  /** `DD.MM.YYYY` in Tashkent; trade begins and ends at 10:00. */
  opensOn: string;
  closesOn: string;
  /** As the account has it. */
  holder: string;
}

/** Fills every step of an order for private property, in Russian, up to the check. Each step is left by the strip. */
export async function fillOrder(page: Page, order: WrittenOrder): Promise<void> {
  const go = async (step: string) => {
    await page.getByTestId(`step-${step}`).click();
    await page.getByTestId(`form-${step}`).waitFor();
  };
  const field = (name: string) => page.getByLabel(name, { exact: true });
  /** Options come from the server. */
  const choose = async (name: string, index: number) => {
    await field(name).locator('option').nth(index).waitFor({ state: 'attached' });
    await field(name).selectOption({ index });
  };

  await go('thing');
  await field('Название (на узбекском)').fill(order.title);
  await field('Название (на русском)').fill(order.title);
  await page.getByTestId('choose-images').setInputFiles(
    await Promise.all(
      PHOTOS.map(async (n) => ({
        name: `photo-${n}.jpg`,
        mimeType: 'image/jpeg',
        buffer: await picture('jpeg', 400, 300),
      })),
    ),
  );
  await expect(page.getByTestId('photo')).toHaveCount(PHOTOS.length, { timeout: 60_000 });
  await field('Начальная цена').fill(order.price);

  await go('kind');
  await page.getByRole('radio', { name: 'Физическое лицо' }).check();
  await page.getByRole('radio', { name: /^Частное имущество/ }).check();
  await page.getByRole('radio', { name: /^Аукцион/ }).check();

  await go('property');
  await choose('Категория', 1);
  await field('Общая площадь, м²').fill('54,5');
  await field('Количество комнат').fill('2');
  await field('Этаж').fill('3');
  await expect(field('Вид имущества')).toHaveValue('immovable');
  await choose('Как имущество получено', 1);
  await field('Описание (на узбекском)').fill('Taʼmirlangan, hujjatlari joyida');
  await field('Описание (на русском)').fill('После ремонта, документы в порядке');
  await field('Количество').fill('1');
  await choose('Единица измерения', 1);

  await go('place');
  await choose('Область', 1);
  await choose('Район или город', 2);
  await field('Адрес (на узбекском)').fill('Navoiy koʻchasi, 1');
  await field('Адрес (на русском)').fill('улица Навои, 1');
  const point = field('Координаты');
  const map = page.getByRole('application');
  await map.click({ position: { x: 150, y: 150 } });
  await expect(point).toHaveValue(/^\d+\.\d+, \d+\.\d+$/);
  const byTap = await point.inputValue();
  await map.focus();
  await page.keyboard.press('Enter');
  await expect(point).not.toHaveValue(byTap);
  await field('Телефон').fill('901234567');

  await go('price');
  await page.getByRole('radio', { name: 'Собственность' }).check();
  await page.getByRole('radio', { name: /^Пока не продано/ }).check();
  await field('Победитель платит в течение').selectOption('5');
  await field('Начало торгов').fill(order.opensOn);
  await field('Окончание торгов').fill(order.closesOn);

  await go('requisites');
  await field('Название банка').fill('Sinov banki');
  await field('Код банка (МФО)').fill('00394');
  await field('Счёт').fill('20208000900123456001');
  await field('Владелец счёта').fill(order.holder);
  await go('check');
}
