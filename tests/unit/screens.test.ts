import { expect, it } from 'vitest';
import { modulesOf } from '#server/web/screens.ts';

const CABINET = 'app/cabinet/cabinet.tsx';
const MESSAGES = 'features/cabinet/messages/messages-page.tsx';
const core = ['i18n/texts/uz.ts'];

it('names the files of a page of the cabinet to who is signed in, and to no visitor', () => {
  expect(modulesOf('/profile/messages', 'uz', true)).toEqual(
    expect.arrayContaining([...core, CABINET, MESSAGES, '../shared/i18n/locales/uz/messages.json']),
  );
  expect(modulesOf('/profile/messages', 'uz', false)).toEqual(core);
});

it('names the files of a public page to everyone, and of the console none', () => {
  expect(modulesOf('/lot-list', 'uz', false)).toContain('app/screens/lot-list.tsx');
  expect(modulesOf('/lot-list', 'uz', true)).toContain('app/screens/lot-list.tsx');
  expect(modulesOf('/console/orders', 'uz', true)).toEqual(core);
  expect(modulesOf('/console', 'uz', true)).toEqual(core);
});
