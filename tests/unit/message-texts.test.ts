import { describe, expect, test } from 'vitest';
import { createRenderer } from '#server/domains/content/notifications/render-message.ts';
import { loadTexts } from '#server/platform/language/index.ts';
import { LANGUAGES } from '#shared/i18n/languages.ts';
import {
  fillWords,
  messageTextProblems,
  placeholdersIn,
  wordsIn,
  type MessageTexts,
} from '#shared/notifications/own-texts.ts';
import { smsParts } from '#shared/notifications/sms-parts.ts';
import { TOPIC_OF } from '#shared/notifications/topics.ts';
import { LOT_WORDS } from '../fixtures/message-text-samples.ts';

const texts = loadTexts();
const renderer = createRenderer(texts, (error) => {
  throw error;
});
const samples = {
  uz: renderer.samples('uz'),
  ru: renderer.samples('ru'),
  'uz-Cyrl': renderer.samples('uz-Cyrl'),
  en: renderer.samples('en'),
};
const LOT = [{ name: 'lot', required: true }];
const withText = (language: 'uz' | 'ru' | 'en', text: string): MessageTexts => ({
  ...LOT_WORDS,
  [language]: { title: 'T', text },
});

describe('the parts of an SMS', () => {
  test.each([
    ['a'.repeat(160), 1],
    ['a'.repeat(161), 2],
    ['a'.repeat(306), 2],
    ['a'.repeat(307), 3],
    // Letters of the extension take two places.
    ['€'.repeat(80), 1],
    ['€'.repeat(81), 2],
    ['ж'.repeat(70), 1],
    ['ж'.repeat(71), 2],
    ['ж'.repeat(135), 3],
    // Sent as an apostrophe.
    ['ʻ'.repeat(160), 1],
  ])('are counted as gateways count them (%#)', (text, parts) => {
    expect(smsParts(text)).toBe(parts);
  });
});

describe('words of staff for a message', () => {
  test('are refused with an unknown placeholder, a lone brace, one missing, Cyrillic, a link, a card, or too long', () => {
    const found = (words: MessageTexts) => messageTextProblems(words, LOT, samples);
    expect(found(LOT_WORDS)).toEqual([]);
    expect(found(withText('ru', '{{lot}} {{sum}} }'))).toEqual([
      { problem: 'unknown', language: 'ru', names: ['sum', '}'] },
    ]);
    expect(found(withText('en', 'Nothing'))).toEqual([
      { problem: 'missing', language: 'en', names: ['lot'] },
    ]);
    expect(found(withText('uz', '{{lot}} слово'))).toEqual([{ problem: 'not-latin', language: 'uz' }]);
    for (const address of [
      'savdo-tolov.tj',
      'savdo-uz.live',
      '8600, 1234, 5678, 9012',
      '8️⃣6️⃣0️⃣0️⃣1️⃣2️⃣3️⃣4️⃣5️⃣6️⃣7️⃣8️⃣9️⃣0️⃣1️⃣2️⃣',
      'https://a.example',
      'www.pay',
      'savdo-bonus.top/x',
      'savdo.bid',
      '@savdo_tolov',
      '8600 1234 1234 1234',
      '8600.1234.1234.1234',
      '8600\u00A01234 – 1234_1234',
      '٨٦٠٠ ١٢٣٤ ١٢٣٤ ١٢٣٤',
      '20208000 9 0012 3456 001',
    ])
      expect(found(withText('ru', `{{lot}} ${address}`)), address).toEqual([
        { problem: 'address', language: 'ru' },
      ]);
    const hoursAndPhone = '{{lot}} 10:00–18:00, +998 71 200-00-00 (qo‘ng‘iroq)';
    expect(found(withText('ru', hoursAndPhone))).toEqual([]);
    expect(found(withText('ru', `{{lot}} ${'ж'.repeat(560)}`))).toEqual([
      { problem: 'too-long', language: 'ru' },
    ]);
    // Latin that fits, and its Cyrillic that does not.
    expect(found(withText('uz', `{{lot}} ${'a'.repeat(560)}`))).toEqual([
      { problem: 'too-long', language: 'uz' },
    ]);
  });

  test('fill values once: a placeholder in a value stays as it is', () => {
    const words = { title: '{{lot}}', text: '{{lot}} {{because}}' };
    expect(fillWords(words, { lot: '{{because}} $t(x)', because: 5 })).toEqual({
      title: '{{because}} $t(x)',
      text: '{{because}} $t(x) 5',
    });
    expect(() => fillWords(words, { lot: 'x' })).toThrow('because');
    expect(wordsIn(LOT_WORDS, 'uz-Cyrl').text).toBe('{{lot}}: савдо бўлиб ўтмади.');
  });

  test('may be the shipped ones of every message, which have an example for every placeholder', () => {
    const words = (language: 'uz' | 'ru' | 'en', template: string) => {
      const all = texts.namespace(language, 'notices');
      return { title: all[`${template}.title`]!, text: all[`${template}.text`]! };
    };
    for (const template of Object.keys(TOPIC_OF)) {
      const own = { uz: words('uz', template), ru: words('ru', template), en: words('en', template) };
      const placeholders = placeholdersIn(`${own.uz.title} ${own.uz.text}`).map((name) => ({
        name,
        required: placeholdersIn(own.uz.text).includes(name),
      }));
      expect(messageTextProblems(own, placeholders, samples), template).toEqual([]);
      for (const language of LANGUAGES)
        expect(fillWords(wordsIn(own, language), samples[language]).text, template).not.toMatch(/[{}]/);
    }
  });
});
