import { describe, expect, test } from 'vitest';
import { hasAccountDigits, withoutAccountDigits } from '#shared/content/account-digits.ts';

describe('the digits of a card or an account', () => {
  test.each([
    '8600 1234 1234 1234',
    '8600    1234    5678    9012',
    '8600, 1234, 5678, 9012',
    '8600:1234:5678:9012',
    '8600 ~ 1234 ~ 5678 ~ 9012',
    '8600+1234+5678+9012',
    '٨٦٠٠, ١٢٣٤, ٥٦٧٨, ٩٠١٢',
    '2026: 8, 6, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1, 2, 3',
    '8️⃣6️⃣0️⃣0️⃣ 1️⃣2️⃣3️⃣4️⃣ 5️⃣6️⃣7️⃣8️⃣ 9️⃣0️⃣1️⃣2️⃣',
    '⑧⑥⓪⓪ ❶❷❸❹ ➄➅➆➇ ⓽⓿⓵⓶',
    '8̲6̲0̲0̲1̲2̲3̲4̲5̲6̲7̲8̲9̲0̲1̲2̲',
  ])('are found in: %s', (text) => {
    expect(hasAccountDigits(text)).toBe(true);
    expect(withoutAccountDigits(text)).toContain('•');
    expect(hasAccountDigits(withoutAccountDigits(text))).toBe(false);
  });

  test.each([
    // Without the check digit of a card.
    '8600, 1234, 5678, 9013',
    'Years: 2019, 2020, 2021, 2022, 2023, 2024, 2025, 2026',
    '10:00–18:00, +998 71 200-00-00, 13:00–14:00',
    '41.311081, 69.240562; 41.311080, 69.240560; 41.311089, 69.240569',
    'from 4 800 000,00 to 5 200 000,00; from 4 800 000,10 to 5 200 000,20',
    '10:11:04:01:02:0034, 10:11:04:01:02:0035',
    '2026-01-05, 2026-02-05, 2026-03-05',
  ])('are not found in: %s', (text) => {
    expect(hasAccountDigits(text)).toBe(false);
    expect(withoutAccountDigits(text)).toBe(text);
  });
});
