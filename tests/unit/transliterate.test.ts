import { describe, expect, test } from 'vitest';
import {
  properApostrophes,
  searchForm,
  searchWords,
  toCyrillic,
  toLatinText,
} from '#shared/i18n/transliterate.ts';

describe('apostrophes', () => {
  test.each(["o'", 'o`', 'o‘', 'o’', 'oʻ', 'oʼ', 'o´'])('stores %s as oʻ', (typed) => {
    expect(properApostrophes(typed)).toBe('oʻ');
  });

  test('tells the letter oʻ from the sign ʼ', () => {
    expect(properApostrophes("ma'lumot, to'g'ri")).toBe('maʼlumot, toʻgʻri');
  });
});

describe('Latin to Cyrillic', () => {
  test.each([
    ['Oʻzbekiston Respublikasi', 'Ўзбекистон Республикаси'],
    ['Yoʻl, yozuv, yangi, yer', 'Йўл, ёзув, янги, ер'],
    ['Shahar choyxonasi', 'Шаҳар чойхонаси'],
    ['Isʼhoq maʼlumot', 'Исҳоқ маълумот'],
    ['elektr, poeziya, beshinchi', 'электр, поэзия, бешинчи'],
    ['obyekti, mebel, mebeli, avtomobillar', 'объекти, мебель, мебели, автомобиллар'],
    ['TOSHKENT 30 kVt', 'ТОШКЕНТ 30 кВт'],
    ['zakalatsiz, yutsangiz, oʻtsa, aytsin', 'закалатсиз, ютсангиз, ўтса, айтсин'],
    ['operatsiya, litsenziyasi, meditsina, pitsaxona', 'операция, лицензияси, медицина, пиццахона'],
  ])('writes %s as %s', (latin, cyrillic) => {
    expect(toCyrillic(latin)).toBe(cyrillic);
  });

  test('keeps makes and models when asked to', () => {
    expect(toCyrillic('Chevrolet Cobalt avtomobili', ['Chevrolet', 'Cobalt'])).toBe(
      'Chevrolet Cobalt автомобили',
    );
  });
});

describe('the form that search compares', () => {
  test.each([
    ["Farg'ona", 'Фарғона'],
    ['Farg`ona', 'Fargʻona'],
    ['xonali uy', 'хонали уй'],
    ['Yer uchastkasi', 'ер участкаси'],
    ['Cobalt', 'Кобальт'],
    ['O‘ZBEKISTON', 'Ўзбекистон'],
  ])('finds %s by %s', (one, other) => {
    expect(searchForm(one)).toBe(searchForm(other));
  });

  test('leaves words and digits, separated by one space', () => {
    expect(searchForm('  Uy-joy,  78 m² (yangi!) ')).toBe('uy joy 78 m² yangi');
  });
});

describe('Cyrillic to Latin as it is written', () => {
  test.each([
    ['Бўш ер участкаси', 'Boʻsh yer uchastkasi'],
    ['Ғиштли уй', 'Gʻishtli uy'],
    ['ЧИРЧИҚ шаҳри, Ёшлик кўчаси', 'CHIRCHIQ shahri, Yoshlik koʻchasi'],
    ['Поезд йўли 12-А', 'Poyezd yoʻli 12-A'],
    ['KA1714/129 ер', 'KA1714/129 yer'],
  ])('writes %s as %s', (cyrillic, latin) => {
    expect(toLatinText(cyrillic)).toBe(latin);
  });
});

describe('letters people mix up', () => {
  test.each([
    ['qishloq', 'кишлок'],
    ['Jizzax', 'Jizax'],
    ['Жиззах', 'Джизах'],
    ['Navoiy', 'Навои'],
    ['kompressor', 'компресор'],
    ['hovli', 'xovli'],
  ])('are one in search: %s and %s', (one, other) => {
    expect(searchForm(one)).toBe(searchForm(other));
  });

  test.each([
    ['Oʻzbekiston', 'узбекистон'],
    ["ko'cha", 'куча'],
    ['жильё', 'жилье'],
    ['Gʻishtli', 'гиштли'],
  ])('%s is found by %s', (text, typed) => {
    expect(searchWords(text).split(' ')).toContain(searchForm(typed));
  });
});
