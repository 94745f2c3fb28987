import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import { ErrorState } from '#client/ui/error-state.tsx';
import { show } from './page.tsx';

beforeEach(async () => {
  await startI18n();
  await switchLanguage('en');
});

it('names a page that could not be read, and heads only a part of one that could', () => {
  const failed = { error: new Error('away'), onRetry: () => undefined };
  show(
    <>
      <ErrorState page {...failed} />
      <ErrorState {...failed} />
    </>,
  );
  expect(screen.getAllByRole('heading').map(({ tagName }) => tagName)).toEqual(['H1', 'H2']);
});
