import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import fc from 'fast-check';
import { useState, type ComponentType } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { isLatinText } from '#shared/validation/latin-text.ts';
import { switchLanguage } from '#client/i18n/i18n.ts';
import { cardNumber } from '#client/ui/input-filters/card-number.ts';
import { decimal } from '#client/ui/input-filters/decimal.ts';
import { CardField, LatinField, PhoneField } from '#client/ui/input-filters/fields.tsx';
import { FilteredField } from '#client/ui/input-filters/filtered-field.tsx';
import { applyEdit } from '#client/ui/input-filters/filter.ts';
import { latin } from '#client/ui/input-filters/latin.ts';
import { money } from '#client/ui/input-filters/money.ts';
import { dialled, isWholePhone, phone } from '#client/ui/input-filters/phone.ts';
import { DigitsField } from '#client/ui/input-filters/numbers.tsx';
import { MoneyField } from '#client/ui/money-field.tsx';
import { FractionField, WholeField } from '#client/ui/number-field.tsx';
import { Toasts } from '#client/ui/toasts.tsx';
import { show } from './page.tsx';

/** Sums are grouped by no-break spaces; tests are written with plain ones. */
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

beforeEach(() => switchLanguage('en'));

describe('what a filter shows', () => {
  it.each([
    ['8600123412341234', '8600 1234 1234 1234'],
    ['8600 1234-1234 12345678', '8600 1234 1234 1234 5678'],
    ['86001', '8600 1'],
    ['', ''],
  ])('card %j as %j', (typed, shown) => expect(cardNumber.show(typed)).toBe(shown));

  it.each([
    ['1234567', '1 234 567'],
    ['1234567,5', '1 234 567.5'],
    ['1 234.567', '1234.567'],
    ['1,250,000', '1 250 000'],
    ['1.250.000,50', '1 250 000.50'],
    ['1,250,000.50 UZS', '1 250 000.50'],
    ['1,250', '1,250'],
    ['12.500', '12.500'],
    ['0.125', '0.125'],
    ['1,25,000', '1,25,000'],
    ['007', '7'],
    ['0.50', '0.50'],
    ['.5', '0.5'],
    ['12.3.4', '12.3.4'],
    ['UZS 48 200 000', '48 200 000'],
  ])('sum %j as %j', (typed, shown) => expect(plain(money.show(typed))).toBe(shown));

  it.each([
    ['12,5', '12,5'],
    ['12.5', '12.5'],
    ['1.2,3', '1.2,3'],
    ['1,250,000', '1250000'],
    ['1.250.000,75', '1250000,75'],
    ['1,250', '1,250'],
    [',5', '0,5'],
    ['a1b2', '12'],
  ])('decimal %j as %j', (typed, shown) => expect(decimal.show(typed)).toBe(shown));

  it.each([
    ['901234567', '+998 90 123 45 67'],
    ['998901234567', '+998 90 123 45 67'],
    ['+998 (90) 123-45-67', '+998 90 123 45 67'],
    ['+998 998901234567', '+998 90 123 45 67'],
    ['00998901234567', '+998 90 123 45 67'],
    ['+998 00998901234567', '+998 90 123 45 67'],
    ['0079161234567', '+7 916 123 45 67'],
    ['\u202a+7 916\u2011123 45 67', '+7 916 123 45 67'],
    ['79161234567', '+998 79 161 23 45 67'],
    ['90 123 45 67 89', '+998 90 123 45 67 89'],
    ['+998 90 123 45 67, +998 90 765 43 21', '+998 90 123 45 67 99 89 07 65 43 21'],
    ['9989012345', '+998 90 123 45'],
    ['+998 99 890 12 34 5', '+998 99 890 12 34 5'],
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
    expect(isWholePhone('+998 90 123 45 67 89')).toBe(false);
    expect(isWholePhone('+998 79 161 23 45 67')).toBe(false);
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
    // Refused as too long, not cut to another card.
    expect(input().value).toBe('8600 1234 5678 9012 3456');
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

/** As a field of numbers has it. */
const DecimalField: typeof PhoneField = (props) => <FilteredField {...props} filter={decimal} />;

describe('a decimal field', () => {
  it('takes one point or comma and nothing but digits', async () => {
    show(<Held as={DecimalField} />);
    const user = userEvent.setup();
    await user.type(input(), '4a1,31');
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

function HeldNumber({ as: Field }: { as: typeof WholeField }) {
  const [value, setValue] = useState<number>();
  return (
    <>
      <Field label="Field" value={value} onChange={(next) => setValue(next ?? undefined)} most={9} />
      <output data-testid="number">{String(value)}</output>
    </>
  );
}

describe('a field of a number', () => {
  it.each([
    [WholeField, '1,250,000', '1250000'],
    [FractionField, '1,2500', '1.25'],
    [FractionField, '0,125', '0.125'],
    [FractionField, '-3,5', '-3.5'],
    [FractionField, '1.234,5', '1234.5'],
  ])('%o reads pasted %s as %s', async (Field, text, number) => {
    show(<HeldNumber as={Field} />);
    const user = userEvent.setup();
    await user.click(input());
    await user.paste(text);
    expect(screen.getByTestId('number')).toHaveTextContent(number);
    expect(screen.queryByText(/not clear which number/)).toBeNull();
  });

  it.each([
    [WholeField, '12.5'],
    [WholeField, '1,250'],
    [WholeField, '12345678901'],
    [FractionField, '1,250'],
    [FractionField, '1 234 567 890,5'],
  ])('%o reads no number in pasted %s, and asks', async (Field, text) => {
    show(<HeldNumber as={Field} />);
    const user = userEvent.setup();
    await user.click(input());
    await user.paste(text);
    expect(screen.getByTestId('number')).toHaveTextContent('undefined');
    expect(screen.getByText(/not clear which number/)).toBeVisible();
  });

  it('of fixed length says that a longer one is too long', async () => {
    show(<Held as={(props) => <DigitsField {...props} most={9} />} />);
    const user = userEvent.setup();
    await user.click(input());
    await user.paste('3000000012345');
    expect(input().value).toBe('3000000012345');
    expect(screen.getByText('At most 9 digits.')).toBeVisible();
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

  it.each(['1,250,000', '1.250.000'])(
    'takes pasted %s for a million and more, never for a part of it',
    async (text) => {
      show(<HeldMoney />);
      const user = userEvent.setup();
      await user.click(input());
      await user.paste(text);
      expect(plain(input().value)).toBe('1 250 000');
      expect(screen.getByTestId('tiyin')).toHaveTextContent('125000000');
    },
  );

  it.each(['1,250', '1.250', '1,25,0', '99999999999999999'])(
    'asks which number %s is and answers none, pasted or typed',
    async (text) => {
      show(<HeldMoney />);
      const user = userEvent.setup();
      await user.type(input(), text);
      expect(screen.getByTestId('tiyin')).toHaveTextContent('null');
      expect(screen.getByText(/not clear which number/)).toBeVisible();
      await user.clear(input());
      expect(screen.queryByText(/not clear which number/)).toBeNull();
      await user.paste(text);
      expect(screen.getByTestId('tiyin')).toHaveTextContent('null');
      expect(screen.getByText(/not clear which number/)).toBeVisible();
    },
  );

  it('shows a sum given from outside', async () => {
    show(<HeldMoney />);
    const user = userEvent.setup();
    await user.type(input(), '1,250');
    await user.click(screen.getByRole('button', { name: 'other' }));
    expect(plain(input().value)).toBe('48 200 000');
  });
});
