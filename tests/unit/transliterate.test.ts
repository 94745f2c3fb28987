import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ABBREVIATIONS, LATIN_WORDS } from '#shared/i18n/cyrillic-exceptions.ts';
import {
  properApostrophes,
  searchForm,
  searchWords,
  toCyrillic,
  toLatinText,
} from '#shared/i18n/transliterate.ts';
import { flatten } from '../architecture/tidy/locales.ts';
import { localeTexts, namespacesOf } from '../fixtures/locale-files.ts';

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

/** Written by people; letters alone do not tell these. */
const WRITTEN = `
  aprel апрель, auksion аукцион, auksiondagi аукциондаги, auksionlaringiz аукционларингиз, auksionsiz аукционсиз,
  avtomobil автомобиль, dekabr декабрь, edingiz эдингиз, ega эга, egallamaydi эгалламайди, ehtiyotkorlik эҳтиёткорлик,
  ekanini эканини, ekrandan экрандан, elektron электрон, emasligingizni эмаслигингизни, endi энди, eng энг, eni эни,
  erkin эркин, ertaga эртага, esa эса, eshiting эшитинг, eskirgan эскирган, eslatma эслатма, etayotgan этаётган,
  etdingiz этдингиз, etilgandan этилгандан, etilishi этилиши, etishini этишини, etmoqda этмоқда, etsa этса,
  etsangiz этсангиз, etsin этсин, ettirmaguncha эттирмагунча, etyapsiz этяпсиз, evaziga эвазига, eʼlondan эълондан,
  eʼtibor эътибор, eʼtirozingizni эътирозингизни, fevral февраль, filtr фильтр, filtrlarni фильтрларни,
  identifikatsiya идентификация, iyul июль, iyun июнь, kompyuteringizga компьютерингизга, konsol консоль,
  moderatsiyada модерацияда, noyabr ноябрь, oktabr октябрь, profil профиль, sentabr сентябрь, yanvar январь, yoʻl йўл,
  yoʻnalish йўналиш, yoʻqligini йўқлигини, yoʻqolmaydi йўқолмайди, yoʻqotilishi йўқотилиши`;

/** Words of the interface. */
const words = (): string[] => {
  const texts = namespacesOf('uz').flatMap((name) => [...flatten(localeTexts('uz', name)).values()]);
  const all = texts.flatMap(
    (text) => text.replaceAll(/\$t\(.*?\)|\{+.*?\}+/g, ' ').match(/[\p{L}ʻʼ]+/gu) ?? [],
  );
  return [...new Set(all)].filter((word) => /^[A-Za-zʻʼ]+$/.test(word));
};

describe('words of the interface', () => {
  test('are made in the other alphabet as people write them, and back', () => {
    const pairs = WRITTEN.split(',').map((pair) => pair.trim().split(' '));
    expect(pairs.map(([latin = '']) => [latin, toCyrillic(latin)])).toEqual(pairs);
    expect(pairs.map(([, cyrillic = '']) => [toLatinText(cyrillic), cyrillic])).toEqual(pairs);
  });

  test('are the same after both ways', () => {
    const foreign = [
      ...LATIN_WORDS.flatMap((word) => word.split(/[^A-Za-z]/)),
      ...Object.keys(ABBREVIATIONS),
      'JSHSHIR',
    ];
    const changed = words().filter((word) => toLatinText(toCyrillic(word)) !== word);
    expect(words().length).toBeGreaterThan(3_700);
    expect(changed.filter((word) => !foreign.includes(word))).toEqual([]);
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
