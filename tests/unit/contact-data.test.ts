import { describe, expect, test } from 'vitest';
import { contactDataIn } from '#shared/content/contact-data.ts';
import { languageOfText } from '#shared/i18n/text-language.ts';

describe('contact data', () => {
  test.each([
    '+998 90 123 45 67',
    'tel 998901234567',
    '90 123 45 67 ga qoʻngʻiroq qiling',
    'Звоните (71) 244-12-34',
    '8 90 123-45-67',
    '9 0 1 2 3 4 5 6 7',
    '90.123.45.67',
    '901234567',
    '９０１２３４５６７',
    '90\u200B123\u200B45\u200B67',
    'kod 244-12-34',
    '+7 912 345 67 89',
    'номер 901 234 567, звоните',
    'qoʻngʻiroq 9️⃣0️⃣ 1️⃣2️⃣3️⃣ 4️⃣5️⃣ 6️⃣7️⃣',
    'qoʻngʻiroq ❾⓿ ➊➋➌ ④⑤ ⓺⓻',
  ])('finds the phone in: %s', (text) => {
    expect(contactDataIn(text)).toEqual(['phone']);
  });

  test.each([
    'Narxi 901 234 567 soʻm boʻladimi?',
    'Цена 48 200 000 сум окончательная?',
    'Bu 1 200 000 000 soʻmdan yuqorimi?',
    'Kadastr raqami 10:11:04:01:02:0034 toʻgʻrimi?',
    'Был ли ремонт 12.05.2026 или 13.06.2025?',
    'Площадь 1 200,5 м² и 35 соток?',
    'Lot № 1024, 3-qavat, 12-uy?',
    'Koordinatalari 41.311081, 69.240562 mi?',
    'STIR 301234567',
    'Hujjat AB 1234567 bormi?',
    'Пробег 120 000 км, 2021 года?',
    'Hujjatlar 2026-01-05 dan 2026-02-05 gacha tayyormi?',
    'Bormi... Albatta! Uy.Hovli bormi?',
    'Qabul qilish imkoniyati qanday?',
    'Площадь 60 кв.м, т.д. и т.п. – см. act.pdf',
    "LLC.Tashkent, A.Bo‘riyev, B.Ro'ziyev, 5 mln.ga, qavat.Bank yonida, bor.uy",
  ])('leaves alone: %s', (text) => {
    expect(contactDataIn(text)).toEqual([]);
  });

  test.each([
    ['ali@example.uz ga yozing', 'email'],
    ['пишите ali (at) example . uz', 'email'],
    ['https://example.org/a', 'link'],
    ['см. www.example.info', 'link'],
    ['подробно на mening-sayt.uz', 'link'],
    ['t.me/somebody', 'link'],
    ['toʻlov: savdo-tolov.top', 'link'],
    ['batafsil savdo-uz.xyz', 'link'],
    ['savdo-tolov。live', 'link'],
    ['SAVDO-TOLOV.DE', 'link'],
    ['yozing @somebody_77', 'messenger'],
    ['есть в Телеграм?', 'messenger'],
    ['WhatsApp bormi', 'messenger'],
    ['tg somebody', 'messenger'],
  ])('finds in "%s": %s', (text, kind) => {
    expect(contactDataIn(text)).toContain(kind);
  });

  test('names all it finds, in one order', () => {
    expect(contactDataIn('@somebody, https://a.uz, 90 123 45 67')).toEqual(['phone', 'link', 'messenger']);
  });
});

describe('the language of a text', () => {
  test.each([
    ['Дом тёплый?', 'uz', 'ru'],
    ['Уй иссиқми?', 'ru', 'uz-Cyrl'],
    ['Нархи канча?', 'uz-Cyrl', 'uz-Cyrl'],
    ['Крыша целая?', 'uz-Cyrl', 'ru'],
    ['Uy issiqmi?', 'ru', 'uz'],
    ['Is the house warm?', 'en', 'en'],
    ['Toʻlov qachon?', 'en', 'uz'],
  ] as const)('%s on a page in %s is %s', (text, pages, language) => {
    expect(languageOfText(text, pages)).toBe(language);
  });
});
