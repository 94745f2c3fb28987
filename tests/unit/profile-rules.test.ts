import { describe, expect, test } from 'vitest';
import {
  completeness,
  missingFacts,
  PROFILE_FACTS,
  type ProfileFacts,
} from '#shared/validation/profile-facts.ts';
import { maskBankAccount, problemOfBankAccount, problemOfMfo } from '#shared/validation/bank-requisites.ts';
import { certificateOf } from '#server/integrations/e-signature/e-imzo/e-imzo-answers.ts';
import { isPersonName, NAME_MAX, oneLine, statedName } from '#shared/validation/person-name.ts';

const facts = (count: number): ProfileFacts =>
  Object.fromEntries(PROFILE_FACTS.map((fact, at) => [fact, at < count])) as unknown as ProfileFacts;

describe('completeness', () => {
  test.each([
    [0, 0],
    [1, 14],
    [2, 28],
    [3, 42],
    [4, 57],
    [5, 71],
    [6, 85],
    [7, 100],
  ])('of %i facts is %i', (count, percentage) => {
    expect(completeness(facts(count))).toBe(percentage);
    expect(missingFacts(facts(count))).toHaveLength(7 - count);
  });

  test('names what is missing of what is wanted, in the order of the screen', () => {
    expect(missingFacts(facts(0), ['address', 'name'])).toEqual(['address', 'name']);
    expect(missingFacts(facts(2), ['name', 'phoneConfirmed'])).toEqual(['phoneConfirmed']);
  });
});

describe('bank requisites', () => {
  test.each([
    ['20208000900123456001', null],
    ['22618000000000000000', null],
    ['2020800090012345600', 'length'],
    ['202080009001234560011', 'length'],
    ['20208 000 9 00123456 001', 'length'],
    ['20208840900123456001', 'currency'],
    ['２０２０８０００９００１２３４５６００１', 'length'],
    ['', 'length'],
  ])('account %s: %s', (account, problem) => expect(problemOfBankAccount(account)).toBe(problem));

  test.each([
    ['00450', null],
    ['0450', 'length'],
    ['004500', 'length'],
    ['0045a', 'length'],
  ])('MFO %s: %s', (mfo, problem) => expect(problemOfMfo(mfo)).toBe(problem));

  test('are shown to others in part', () => {
    expect(maskBankAccount('20208000900123456001')).toBe('20208 •••• 6001');
  });
});

describe('names', () => {
  test.each([
    ['Oʻktam Gʻaniyev', 'natural', true],
    ["O'ktam G'aniyev-Karimov", 'natural', true],
    ['Ўктам Ғаниев', 'natural', true],
    ['O´g´il', 'natural', true],
    ['O‛gʹil Gʽaniyev', 'natural', true],
    ['№ 5 maktab', 'legal', true],
    ['„Savdo“ MChJ', 'legal', true],
    ['“Savdo” MChJ', 'legal', true],
    ['(Savdo) MChJ', 'legal', true],
    ['<b>Ali</b>', 'natural', false],
    ['Ali 2', 'natural', false],
    ['A', 'natural', false],
    ['«Namuna» MChJ, 2-sonli', 'legal', true],
    [' Namuna', 'legal', false],
    ['x'.repeat(NAME_MAX + 1), 'legal', false],
  ] as const)('%s of a %s person: %s', (name, kind, fits) => expect(isPersonName(name, kind)).toBe(fits));

  test('are brought to one line', () => {
    expect(oneLine(' Ali \n\t  Valiyev ')).toBe('Ali Valiyev');
    expect(oneLine('\u202aAli\u00a0Va\u00adliyev\u202c')).toBe('Ali Valiyev');
  });
});

describe('a name that another service states', () => {
  test.each([
    ['ALIYEV ALI', 'ALIYEV ALI', false],
    ['  ALIYEV \n ALI ', 'ALIYEV ALI', false],
    ['Gʻulom Oʻktamov', 'Gʻulom Oʻktamov', false],
    ['ALIYEV\u202E ALI', 'ALIYEV ALI', true],
    ['ALI\u200BYEV\u00AD ALI', 'ALIYEV ALI', true],
    ['\u2066\u2069', '', true],
  ])('%j is stored as %j', (stated, name, hadHiddenMarks) => {
    expect(statedName(stated)).toEqual({ name, hadHiddenMarks });
  });

  test('in a certificate, too', () => {
    const days = { serialNumber: '1', validFrom: new Date(0), validTo: new Date(1) };
    expect(certificateOf(days, { CN: 'ALIYEV\u202E ALI' }).owner).toBe('ALIYEV ALI');
  });
});
