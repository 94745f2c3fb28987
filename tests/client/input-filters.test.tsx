import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import fc from 'fast-check';
import { useState, type ComponentType } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { isLatinText } from '#shared/validation/latin-text.ts';
import { switchLanguage } from '#client/i18n/i18n.ts';
import { cardNumber } from '#client/ui/input-filters/card-number.ts';
import { decimal } from '#client/ui/input-filters/decimal.ts';
import { CardField, DecimalField, LatinField, PhoneField } from '#client/ui/input-filters/fields.tsx';
import { applyEdit } from '#client/ui/input-filters/filter.ts';
import { latin } from '#client/ui/input-filters/latin.ts';
import { money } from '#client/ui/input-filters/money.ts';
import { dialled, isWholePhone, phone } from '#client/ui/input-filters/phone.ts';
import { MoneyField } from '#client/ui/money-field.tsx';
import { Toasts } from '#client/ui/toasts.tsx';
import { show } from './page.tsx';

/** Sums are grouped by no-break spaces; tests are written with plain ones. */
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

beforeEach(() => switchLanguage('en'));

describe('what a filter shows', () => {
  it.each([
    ['8600123412341234', '8600 1234 1234 1234'],
    ['8600 1234-1234 12345678', '8600 1234 1234 1234'],
    ['86001', '8600 1'],
    ['', ''],
  ])('card %j as %j', (typed, shown) => expect(cardNumber.show(typed)).toBe(shown));

  it.each([
    ['1234567', '1 234 567'],
    ['1234567,5', '1 234 567.5'],
    ['1 234.567', '1 234.56'],
    ['007', '7'],
    ['0.50', '0.50'],
    ['.5', '0.5'],
    ['12.3.4', '12.34'],
    ['UZS 48 200 000', '48 200 000'],
  ])('sum %j as %j', (typed, shown) => expect(plain(money.show(typed))).toBe(shown));

  it.each([
    ['12,5', '12,5'],
    ['12.5', '12.5'],
    ['1.2,3', '1.23'],
    [',5', '0,5'],
    ['a1b2', '12'],
  ])('decimal %j as %j', (typed, shown) => expect(decimal.show(typed)).toBe(shown));

  it.each([
    ['901234567', '+998 90 123 45 67'],
    ['998901234567', '+998 90 123 45 67'],
    ['+998 (90) 123-45-67', '+998 90 123 45 67'],
    ['+998 998901234567', '+998 90 123 45 67'],
    ['+79161234567', '+7 916 123 45 67'],
    ['+4915112345678', '+491 511 234 567 8'],
    ['+', '+'],
    ['', ''],
  ])('phone %j as %j', (typed, shown) => expect(phone.show(typed)).toBe(shown));

  it.each([
    ['Gʻishtli uy, 3-xona (yangi) 100% & "eshik"', 'Gʻishtli uy, 3-xona (yangi) 100% & "eshik"'],
    ["O'zbekiston `koʼcha` ‘bir’ “ikki”", "O'zbekiston `koʼcha` ‘bir’ “ikki”"],
    ['Uy Дом', 'Uy '],
    ['a=b<c>', 'abc'],
    ['', ''],
  ])('Latin text %j as %j', (typed, shown) => expect(latin.show(typed)).toBe(shown));

  it('stays itself when shown again, whatever was typed', () => {
    for (const filter of [cardNumber, money, decimal, phone, latin]) {
      fc.assert(
        fc.property(fc.string({ unit: 'grapheme' }), (text) => {
          const shown = filter.show(text);
          expect(filter.show(shown)).toBe(shown);
        }),
      );
    }
  });

  it('tells a whole phone from a part, and the number to dial', () => {
    expect(isWholePhone('+998 90 123 45 67')).toBe(true);
    expect(isWholePhone('+998 90 123 45')).toBe(false);
    expect(isWholePhone('+7 916 123 45 67')).toBe(true);
    expect(dialled('+998 90 123 45 67')).toBe('+998901234567');
    expect(dialled('')).toBe('');
  });

  it('takes an empty text as Latin, and refuses other letters', () => {
    expect(isLatinText('')).toBe(true);
    expect(isLatinText('Uy-joy №1')).toBe(false);
    expect(isLatinText('Уй')).toBe(false);
  });
});

describe('the caret', () => {
  it('stays behind the character typed in the middle of a sum', () => {
    const before = money.show('1234567');
    // "1 2|34 567" → a 9 typed
    const typed = `${before.slice(0, 3)}9${before.slice(3)}`;
    const { text, caret } = applyEdit(money, { before, typed, caret: 4, kind: 'insertText' });
    expect(plain(text)).toBe('12 934 567');
    expect(plain(text.slice(0, caret))).toBe('12 9');
  });

  it('takes the digit beyond a space with Backspace and with Delete', () => {
    const back = applyEdit(cardNumber, {
      before: '8600 1234',
      typed: '86001234',
      caret: 4,
      kind: 'deleteContentBackward',
    });
    expect(back).toEqual({ text: '8601 234', caret: 3 });
    const forward = applyEdit(cardNumber, {
      before: '8600 1234',
      typed: '86001234',
      caret: 4,
      kind: 'deleteContentForward',
    });
    expect(forward).toEqual({ text: '8600 234', caret: 4 });
  });

  it('is never outside the text and the text is always in form', () => {
    for (const filter of [cardNumber, money, decimal, phone]) {
      fc.assert(
        fc.property(fc.string(), fc.string(), fc.nat(20), (start, piece, where) => {
          const before = filter.show(start);
          const at = Math.min(where, before.length);
          const edit = {
            before,
            typed: before.slice(0, at) + piece + before.slice(at),
            caret: at + piece.length,
          };
          const { text, caret } = applyEdit(filter, edit);
          expect(text).toBe(filter.show(edit.typed));
          expect(caret).toBeGreaterThanOrEqual(0);
          expect(caret).toBeLessThanOrEqual(text.length);
        }),
      );
    }
  });
});

function Held({
  as: Field,
}: {
  as: ComponentType<{ label: string; value: string; onChange: (text: string) => void }>;
}) {
  const [value, setValue] = useState('');
  return (
    <>
      <Field label="Field" value={value} onChange={setValue} />
      <Toasts />
    </>
  );
}

function HeldMoney() {
  const [tiyin, setTiyin] = useState<number | null>(null);
  return (
    <>
      <MoneyField label="Field" tiyin={tiyin} onChange={setTiyin} />
      <output data-testid="tiyin">{String(tiyin)}</output>
      <button type="button" onClick={() => setTiyin(4_820_000_000)}>
        other
      </button>
    </>
  );
}

const input = () => screen.getByLabelText<HTMLInputElement>('Field');

describe('a card field', () => {
  it('groups while typing, pasting and deleting, with the caret where one works', async () => {
    show(<Held as={CardField} />);
    const user = userEvent.setup();
    await user.type(input(), '86001234');
    expect(input().value).toBe('8600 1234');
    await user.keyboard('{Backspace}');
    expect(input().value).toBe('8600 123');
    input().setSelectionRange(2, 2);
    await user.keyboard('9');
    expect(input().value).toBe('8690 0123');
    expect(input().selectionStart).toBe(3);
    input().setSelectionRange(5, 5);
    await user.keyboard('{Backspace}');
    expect(input().value).toBe('8690 123');
    await user.clear(input());
    await user.paste('8600-1234-5678-9012-3456');
    expect(input().value).toBe('8600 1234 5678 9012');
  });
});

describe('a phone field', () => {
  it('puts our country code, keeps another one, and empties by Backspace', async () => {
    show(<Held as={PhoneField} />);
    const user = userEvent.setup();
    await user.type(input(), '901234567');
    expect(input().value).toBe('+998 90 123 45 67');
    input().setSelectionRange(9, 9);
    await user.keyboard('{Backspace}');
    expect(input().value).toBe('+998 90 234 56 7');
    expect(input().selectionStart).toBe(7);
    await user.clear(input());
    await user.paste('998 90 765-43-21');
    expect(input().value).toBe('+998 90 765 43 21');
    await user.keyboard('{Backspace>17/}');
    expect(input().value).toBe('');
    await user.type(input(), '+79161234567');
    expect(input().value).toBe('+7 916 123 45 67');
  });
});

describe('a decimal field', () => {
  it('takes one point or comma and nothing but digits', async () => {
    show(<Held as={DecimalField} />);
    const user = userEvent.setup();
    await user.type(input(), '4a1,3.1');
    expect(input().value).toBe('41,31');
    input().setSelectionRange(1, 1);
    await user.keyboard('x');
    expect(input().value).toBe('41,31');
    expect(input().selectionStart).toBe(1);
    await user.keyboard('{Backspace}');
    expect(input().value).toBe('1,31');
    await user.clear(input());
    await user.paste('69.2401 N');
    expect(input().value).toBe('69.2401');
  });
});

describe('a Latin-only field', () => {
  it('leaves other letters out and says so once, with the caret in its place', async () => {
    show(<Held as={LatinField} />);
    const user = userEvent.setup();
    await user.type(input(), 'Uy');
    expect(screen.queryByText(/Latin letters only/)).toBeNull();
    await user.paste(' в Ташкенте');
    expect(input().value).toBe('Uy  ');
    await user.keyboard('Ж');
    input().setSelectionRange(1, 1);
    await user.keyboard('ш');
    expect(input().value).toBe('Uy  ');
    expect(input().selectionStart).toBe(1);
    await user.keyboard('z');
    expect(input().value).toBe('Uzy  ');
    await user.keyboard('{Backspace}');
    expect(input().value).toBe('Uy  ');
    expect(screen.getAllByText(/Latin letters only/)).toHaveLength(1);
    expect(screen.getByText('×3')).toBeVisible();
  });
});

describe('a money field', () => {
  it('groups by three, reads a comma, and answers tiyin', async () => {
    show(<HeldMoney />);
    const user = userEvent.setup();
    await user.type(input(), '48200000,5');
    expect(plain(input().value)).toBe('48 200 000.5');
    expect(screen.getByTestId('tiyin')).toHaveTextContent('4820000050');
    input().setSelectionRange(3, 3);
    await user.keyboard('{Backspace}');
    expect(plain(input().value)).toBe('4 200 000.5');
    await user.keyboard('9');
    expect(plain(input().value)).toBe('49 200 000.5');
    expect(input().selectionStart).toBe(2);
    await user.clear(input());
    expect(screen.getByTestId('tiyin')).toHaveTextContent('null');
    await user.paste('1 234 567 UZS');
    expect(plain(input().value)).toBe('1 234 567');
  });

  it('refuses a sum beyond what money can be, and shows a sum given from outside', async () => {
    show(<HeldMoney />);
    const user = userEvent.setup();
    await user.type(input(), '99999999999999999');
    expect(Number(screen.getByTestId('tiyin').textContent)).toBeLessThanOrEqual(Number.MAX_SAFE_INTEGER);
    await user.click(screen.getByRole('button', { name: 'other' }));
    expect(plain(input().value)).toBe('48 200 000');
  });
});
