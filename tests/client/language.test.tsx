import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { LanguagePicker } from '#client/app/layout/language-picker.tsx';
import { chosenLanguage, i18n, startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import { saveAddressLanguage } from '#client/lib/save-language.ts';
import { serve, show } from './page.tsx';

const RU = '/api/shop/common/lang/ru';

beforeEach(async () => {
  await startI18n();
  await switchLanguage('uz');
});

describe('the language of the page', () => {
  it('comes from the address first, then from the stored choice, then is Uzbek', () => {
    expect(chosenLanguage('?lang=en', 'ru')).toBe('en');
    expect(chosenLanguage('?lang=uz-cyrl', null)).toBe('uz-Cyrl');
    expect(chosenLanguage('?lang=de', 'ru')).toBe('ru');
    expect(chosenLanguage('', null)).toBe('uz');
    expect(chosenLanguage('', 'nonsense')).toBe('uz');
  });

  it('is switched after the server agreed, marked on the page and remembered', async () => {
    const asked = serve({ [`POST ${RU}`]: { body: { language: 'ru' } } });
    show(<LanguagePicker />);
    await userEvent.click(screen.getByRole('button', { name: /Русский/ }));
    await waitFor(() => expect(i18n.language).toBe('ru'));
    expect(asked.some((call) => call.method === 'POST' && call.path === RU)).toBe(true);
    expect(document.documentElement.lang).toBe('ru');
    expect(localStorage.getItem('savdo.language')).toBe('ru');
    expect(screen.getByRole('button', { name: /Русский/ })).toHaveAttribute('aria-pressed', 'true');
  });

  it('stays as it is, without a word, when the server refuses', async () => {
    serve({ [`POST ${RU}`]: { status: 500, body: { ERROR: { code: 'internal', message: 'broken' } } } });
    show(<LanguagePicker />);
    const button = screen.getByRole('button', { name: /Русский/ });
    await userEvent.click(button);
    await waitFor(() => expect(button).toBeEnabled());
    expect(i18n.language).toBe('uz');
    expect(document.body).not.toHaveTextContent('broken');
  });

  it('is sent to the server when the address names it, and only then', async () => {
    const asked = serve({ [`POST ${RU}`]: { body: { language: 'ru' } } });
    await saveAddressLanguage('?q=uy');
    await saveAddressLanguage('?lang=de');
    expect(asked).toEqual([]);
    await saveAddressLanguage('?lang=ru');
    expect(asked.map((call) => `${call.method} ${call.path}`)).toEqual([`POST ${RU}`]);
  });

  it('offers Uzbek and Russian only', () => {
    serve({});
    show(<LanguagePicker />);
    expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual([
      "O'Z Oʻzbekcha",
      'РУ Русский',
    ]);
  });
});
