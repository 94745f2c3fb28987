import { expect, it } from 'vitest';
import { COMPLETE } from '../fixtures/complete-run.ts';
import { opened } from './fixtures/addresses.ts';
import type { DemoFixture } from './fixtures/demo-fixture.ts';
import { printedText } from './fixtures/printed-text.ts';

/** Of the site around a page, and what is there to press: nothing of it is for paper. */
const NOT_PRINTED = {
  uz: ['Sinov rejimi', 'Saralangan', 'Kirish', 'Ulashish', 'Barcha huquqlar', 'Asosiy', 'Natijani koʻrish'],
  ru: ['Тестовый режим', 'Избранное', 'Войти', 'Поделиться', 'Все права', 'Главная', 'Посмотреть результат'],
};

export function printTests(demo: DemoFixture): void {
  it.each(COMPLETE ? (['uz', 'ru'] as const) : (['uz'] as const))(
    'prints a card and a result with the thing and its price alone, in %s',
    async (language) => {
      const { page } = await demo.enter({ language });
      const screens = [
        [`/lot-view/${demo.lots.finished}`, '[role="tabpanel"] dd'],
        [`/lot-result/${demo.lots.finished}`, 'main table td'],
      ] as const;
      for (const [path, content] of screens) {
        await page.goto(path);
        await opened(page, content);
        const text = printedText(await page.pdf({ format: 'A4' })).replaceAll(' ', '');
        const words = async (selector: string) =>
          (await page.locator(selector).first().innerText()).replaceAll(/\s/g, '');
        expect(text, path).toContain(await words('main h1'));
        expect(text, path).toContain((await words('main [data-size]')).replace('UZS', ''));
        for (const left of NOT_PRINTED[language]) expect(text, path).not.toContain(left.replaceAll(' ', ''));
      }
    },
  );
}
