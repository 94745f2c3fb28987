import { describe, expect, it } from 'vitest';
import { maskEmail, parseEmail } from '#shared/validation/email.ts';
import { parseOwnPath } from '#shared/validation/own-path.ts';
import mostUsed from '#shared/validation/most-used-passwords.json' with { type: 'json' };
import { problemOfPassword } from '#shared/validation/password.ts';
import { maskPhone, parsePhone, showPhone } from '#shared/validation/phone.ts';
import { maskPinfl, pinflCheckDigit, problemOfPinfl } from '#shared/validation/pinfl.ts';
import { maskStir, problemOfStir } from '#shared/validation/stir.ts';

describe('phones', () => {
  it.each([
    ['+998901234567', '+998901234567'],
    ['998 90 123-45-67', '+998901234567'],
    ['+998 (20) 123 45 67', '+998201234567'],
    ['90 123 45 67', '+998901234567'],
    ['\u202a+998 90 123-45-67\u202c', '+998901234567'],
    ['+998\u00a090\u2011123\u201145\u201167', '+998901234567'],
    ['\ufeff90\u2009123 45 67\u200b', '+998901234567'],
    ['00998901234567', '+998901234567'],
    ['00 998 (90) 123-45-67', '+998901234567'],
    ['+00998901234567', null],
    ['998009981234567', null],
    ['+7 901 123 45 67', null],
    ['+901234567', null],
    ['99890123456', null],
    ['+998901234567x', null],
    ['', null],
    ['٩٠١٢٣٤٥٦٧', null],
  ])('reads %j as %j', (typed, stored) => expect(parsePhone(typed)).toBe(stored));

  it('shows and masks', () => {
    expect(showPhone('+998901234567')).toBe('+998 90 123-45-67');
    expect(maskPhone('+998901234567')).toBe('+998 90 •••-••-67');
    expect(maskPhone('whatever')).not.toContain('whatever');
  });
});

describe('PINFL', () => {
  it('computes the check digit with weights 7 3 1', () => {
    // 3·7 + 0·3 + 1·1 + 0·7 + 1·3 + 0·1 + 0·7 + … = 25 → 5
    expect(pinflCheckDigit('3010100000000')).toBe(5);
  });

  it.each([
    ['30101000000005', null],
    ['30101000000006', 'check-digit'],
    ['3010100000000', 'length'],
    ['301010000000055', 'length'],
    ['3010100000000a', 'length'],
    ['70101000000005', 'first-digit'],
    ['', 'length'],
  ])('judges %j as %j', (typed, problem) => expect(problemOfPinfl(typed)).toBe(problem));

  it('leaves the check digit unjudged where asked to', () => {
    expect(problemOfPinfl('30101000000006', { checkDigit: false })).toBeNull();
  });

  it('masks all but the ends', () => expect(maskPinfl('30101000000005')).toBe('3•••••••••••05'));
});

describe('STIR', () => {
  it.each([
    ['300000001', null],
    ['200000001', null],
    ['400000001', 'not-legal'],
    ['800000001', 'first-digit'],
    ['30000000', 'length'],
    ['30000000x', 'length'],
  ])('judges %j of a legal entity as %j', (typed, problem) => expect(problemOfStir(typed)).toBe(problem));

  it('accepts those of persons where any holder may be meant', () => {
    expect(problemOfStir('400000001', { anyHolder: true })).toBeNull();
    expect(maskStir('300000001')).toBe('3••••••01');
  });
});

describe('e-mail', () => {
  it.each([
    [' Ali@Example.UZ ', 'ali@example.uz'],
    ['a.b+c@mail.example.uz', 'a.b+c@mail.example.uz'],
    ['\u202aali@exam\u00adple.uz\u202c', 'ali@example.uz'],
    ['ali@my\u2011shop.uz\u200b', 'ali@my-shop.uz'],
    ['ali@example', null],
    ['ali@@example.uz', null],
    ['ali@exa mple.uz', null],
    ['<ali@example.uz>', null],
    ['.ali@example.uz', null],
    ['ali@-example.uz', null],
    ['@example.uz', null],
    [`${'a'.repeat(65)}@example.uz`, null],
  ])('reads %j as %j', (typed, stored) => expect(parseEmail(typed)).toBe(stored));

  it('masks', () => expect(maskEmail('ali@example.uz')).toBe('a•••@example.uz'));
});

const MOST_USED = new Set<string>(mostUsed);

describe('passwords', () => {
  it.each([
    ['tulip-river-42', null],
    ['nine-long', 'short'],
    ['ü'.repeat(9), 'short'],
    ['x'.repeat(129), 'long'],
    ['Manchester', 'common'],
    ['Uzbekistan-2026!', 'common'],
    ['aaaaaaaaaa', 'plain'],
    ['my901234567!', 'personal'],
    ['bobur.ali2026', 'personal'],
  ])('judges %j as %j', (password, problem) => {
    expect(
      problemOfPassword(password, { phone: '+998901234567', email: 'bobur.ali@example.uz' }, MOST_USED),
    ).toBe(problem);
  });
});

describe('paths to come back to', () => {
  it.each([
    ['/', '/'],
    ['/home', '/home'],
    ['/lot-list?i=4&page=2#top', '/lot-list?i=4&page=2#top'],
    ['/game-view/7', '/game-view/7'],
    ['/search?q=%D1%83%D0%B9', '/search?q=%D1%83%D0%B9'],
    ['/apiary', '/apiary'],
  ])('accepts %j', (text, path) => expect(parseOwnPath(text)).toBe(path));

  it.each([
    undefined,
    '',
    'home',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/..//evil.example',
    '/./\\evil.example',
    ' //evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'data:text/html,x',
    '/api/shop/auth/logout',
    '/API/shop/auth/login',
    `/${'a'.repeat(2_001)}`,
  ])('refuses %j', (text) => expect(parseOwnPath(text)).toBeNull());
});
