import { screen } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ScreenErrorBoundary } from '#client/app/screen-error-boundary.tsx';
import { startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import { lazyScreen, loadPart } from '#client/lib/lazy-screen.ts';
import { show } from './page.tsx';

beforeEach(async () => {
  await startI18n();
  await switchLanguage('en');
});
afterEach(() => vi.useRealTimers());

describe('a part of the client', () => {
  it('is asked for a second time when the first request is lost', async () => {
    vi.useFakeTimers();
    const load = vi
      .fn<() => Promise<string>>()
      .mockRejectedValueOnce(new Error('lost'))
      .mockResolvedValueOnce('part');
    const part = loadPart(load);
    await vi.advanceTimersByTimeAsync(2_000);
    await expect(part).resolves.toBe('part');
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('fails after the second try', async () => {
    vi.useFakeTimers();
    const load = vi.fn<() => Promise<string>>().mockRejectedValue(new Error('lost'));
    const part = loadPart(load);
    await Promise.all([expect(part).rejects.toThrow('lost'), vi.advanceTimersByTimeAsync(2_000)]);
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('is given up after 120 seconds without an answer', async () => {
    vi.useFakeTimers();
    const load = vi.fn<() => Promise<string>>(() => new Promise(() => undefined));
    const part = loadPart(load);
    let over = false;
    part.catch(() => (over = true));
    await vi.advanceTimersByTimeAsync(119_000);
    expect(over).toBe(false);
    await Promise.all([expect(part).rejects.toThrow('too long'), vi.advanceTimersByTimeAsync(1_000)]);
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('shows an error with a retry in its place, and the way home', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const Broken = lazyScreen<object>(() => Promise.resolve({ default: () => fail() }));
    show(
      <ScreenErrorBoundary>
        <Suspense fallback="…">
          <Broken />
        </Suspense>
      </ScreenErrorBoundary>,
    );
    expect(await screen.findByText('This page could not be opened')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeEnabled();
    expect(screen.getByRole('link', { name: 'Go to home' })).toHaveAttribute('href', '/home');
  });
});

function fail(): never {
  throw new Error('broken screen');
}
