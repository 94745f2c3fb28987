import { expect, test } from 'vitest';
import { masked, type Person } from '#server/domains/people/accounts/index.ts';

test('a person is shown to others without personal numbers', () => {
  const person: Person = {
    id: '1',
    issuer: 'i',
    subject: 's',
    kind: 'natural',
    name: 'Ali',
    phone: '+998901234567',
    email: 'ali@example.uz',
    phoneConfirmed: true,
    emailConfirmed: false,
    pinfl: '30101000000005',
    stir: null,
    shownOfAge: false,
    language: 'uz',
    roles: ['buyer'],
    offeredRoles: [],
    demo: false,
    disabled: false,
    signedInAt: null,
    createdAt: new Date(),
  };
  const shown = JSON.stringify(masked(person));
  for (const secret of ['1234567', 'ali@', '0100000000']) expect(shown).not.toContain(secret);
});
