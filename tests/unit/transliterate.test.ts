import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
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
    ['profilaktika, profil, profilga', 'профилактика, профиль, профилга'],
    ['mikrorayon, MIKRORAYON, Rayonlar', 'микрорайон, МИКРОРАЙОН, Районлар'],
    ['detalizatsiya, konsolidatsiya, sekretar', 'детализация, консолидация, секретар'],
    ['detallar, detali, modellashtirish, aksiyadorlik', 'деталлар, детали, моделлаштириш, акциядорлик'],
    ['STIRga, BHMdan, JShShIR, OʻzMU', 'СТИРга, БҲМдан, ЖШШИР, ЎзМУ'],
    ['elektrodvigatel, yodimda, dunyo', 'электродвигатель, ёдимда, дунё'],
    ['Citroën', 'Китроэн'],
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
    ['Ўзбекистон, ЎЗБЕКИСТОН, Ипотека', 'Oʻzbekiston, OʻZBEKISTON, Ipoteka'],
    ['цирк, доцент, милиция, пицца, акция', 'sirk, dotsent, militsiya, pitsa, aksiya'],
    ['объект, съезд, СУБЪЕКТ, инъекция', 'obyekt, syezd, SUBYEKT, inyeksiya'],
    ['маъно, санъат, маъюс, аъзо, мўъжиза', 'maʼno, sanʼat, maʼyus, aʼzo, moʻjiza'],
    ['почтальон, павильон, ателье, Ильич', 'pochtalyon, pavilyon, atelye, Ilich'],
    ['Исҳоқ, ИСҲОҚ, масхара', 'Isʼhoq, ISʼHOQ, masxara'],
    ['Етти, ЕР, оиет, А.Ю.Каримов, Ш. Рашидов', 'Yetti, YER, oiyet, A.Yu.Karimov, Sh. Rashidov'],
    ['ЖШШИР, СТИРга, сентябрь, Октябрда', 'JShShIR, STIRga, sentabr, Oktabrda'],
    ['Ңәліқ ғў', 'Ngaliq gʻoʻ'],
  ])('writes %s as %s', (cyrillic, latin) => {
    expect(toLatinText(cyrillic)).toBe(latin);
  });
});

/** Names of letters and of a key of the keyboard, a capital abbreviation, and a word that was chosen freely. */
const ALONE = /^(Ya|Ch|Sh|Esc|JSHSHIR|savdoga),|^Profil,Профил$/;

/** Texts of the interface by their keys. */
function textsOf(language: string): Map<string, string> {
  const folder = new URL(`../../shared/i18n/locales/${language}/`, import.meta.url);
  const all = new Map<string, string>();
  const add = (key: string, value: unknown): void => {
    if (typeof value === 'string') all.set(key, value);
    else for (const [name, inner] of Object.entries(value as object)) add(`${key}.${name}`, inner);
  };
  for (const file of readdirSync(folder)) add(file, JSON.parse(readFileSync(new URL(file, folder), 'utf8')));
  return all;
}

/** Words of the interface that are written in both alphabets, in the order of the text. */
function wordPairs(): (readonly [latin: string, cyrillic: string])[] {
  const cyrillic = textsOf('uz-Cyrl');
  const words = (text = '') => text.replaceAll(/\{\{.*?\}\}/g, ' ').match(/[\p{L}ʻʼ]+/gu) ?? [];
  const pairs = new Map<string, readonly [string, string]>();
  for (const [key, text] of textsOf('uz')) {
    const [ofLatin, ofCyrillic] = [words(text), words(cyrillic.get(key))];
    if (ofLatin.length !== ofCyrillic.length) continue;
    for (const [at, latin] of ofLatin.entries()) {
      const other = ofCyrillic[at]!;
      if (/^[A-Za-zʻʼ]+$/.test(latin) && /^\p{Script=Cyrillic}+$/u.test(other))
        pairs.set(`${latin} ${other}`, [latin, other]);
    }
  }
  return [...pairs.values()];
}

describe('words of the interface', () => {
  const pairs = wordPairs();

  test('are made in the other alphabet as they were written by people', () => {
    expect(pairs.length).toBeGreaterThan(4_400);
    const wrong = pairs.filter(([latin, cyrillic]) => toCyrillic(latin) !== cyrillic);
    expect(wrong.map(String).filter((pair) => !ALONE.test(pair))).toEqual([]);
    const back = pairs.filter(([latin, cyrillic]) => toLatinText(cyrillic) !== latin);
    expect(back.map(String).filter((pair) => !ALONE.test(pair))).toEqual([]);
  });

  test('are the same after both ways', () => {
    const changed = pairs.filter(([latin]) => toLatinText(toCyrillic(latin)) !== latin);
    expect(changed.map(([latin]) => latin).filter((word) => !/^(Esc|JSHSHIR)$/.test(word))).toEqual([]);
  });

  test('and texts of any letters leave none in the other alphabet', () => {
    const letters = fc.constantFrom(
      ...'абвгдеёжзийклмнопрстуфхцчшщъыьэюяўқғҳәңөүұһіїєґӣӯҷҐЕЦЪЎҲСШ -.7'.split(''),
    );
    const anyCyrillic = fc.array(letters, { maxLength: 12 }).map((all) => all.join(''));
    fc.assert(
      fc.property(anyCyrillic, (text) => {
        expect(toLatinText(text)).not.toMatch(/\p{Script=Cyrillic}/u);
      }),
    );
    const latin = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzʻʼ’éöüçñABEOSHY -.7'.split(''));
    fc.assert(
      fc.property(fc.array(latin, { maxLength: 12 }), (all) => {
        expect(toCyrillic(all.join(''))).not.toMatch(/[\p{Script=Latin}]/u);
      }),
    );
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
    ['Chevrolet Nexia 3', 'Нексия'],
    ['Нексия', 'Nexia'],
    ['Лексус', 'LEXUS'],
    ['Lexus LX', 'лексус'],
    ['Tracker, 2021', 'Трекер'],
    ['Трекер', 'Tracker'],
    ['Galaxy', 'Галакси'],
    ['Xerox', 'ксерокс'],
    ['Equinox', 'Эквинокс'],
    ['Mercedes-Benz', 'мерседес'],
    ['Lacetti', 'Ласетти'],
    ['Citroën', 'Ситроен'],
    ['Camry', 'Камри'],
    ['Philips', 'Филипс'],
    ['BMW', 'бмв'],
    ['Шевроле', 'chevrolet'],
    ['Хёндай', 'Hyundai'],
    ['Айфон', 'iPhone'],
    ['Nex\u00adia', '\u202aНексия\u202c'],
  ])('%s is found by %s', (text, typed) => {
    expect(searchWords(text).split(' ')).toContain(searchForm(typed));
  });
});
