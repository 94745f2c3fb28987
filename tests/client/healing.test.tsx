import { act, fireEvent, render, screen } from '@testing-library/react';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { lotListCounter } from '#shared/api/site/lots.ts';
import type { Photo as PhotoData } from '#shared/api/site/lots.ts';
import { ScreenErrorBoundary } from '#client/app/screen-error-boundary.tsx';
import { startI18n } from '#client/i18n/i18n.ts';
import type { ApiError } from '#client/lib/api-error.ts';
import { call } from '#client/lib/api-client.ts';
import { createQueryClient } from '#client/lib/query-client.ts';
import { Photo } from '#client/ui/photo.tsx';
import { show } from './page.tsx';

const SOON_MS = 16_000;
const PHOTO: PhotoData = {
  url: '/photo.svg',
  width: 800,
  height: 600,
  alt: { uz: 'Uy', ru: 'Дом' },
} as PhotoData;

beforeEach(async () => {
  await startI18n();
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

describe('a read', () => {
  function Counters() {
    const { data, error } = useQuery({
      queryKey: ['counters'],
      queryFn: () => call(lotListCounter, { query: {} }),
    });
    return <p>{data ? 'there' : error ? `failed ${(error as ApiError).code}` : 'waiting'}</p>;
  }
  const read = () => {
    render(
      <QueryClientProvider client={createQueryClient()}>
        <Counters />
      </QueryClientProvider>,
    );
  };

  it.each([
    ['a page of some proxy', () => new Response('<html>', { status: 200 }), 'unreadable'],
    [
      'the trouble of the server',
      () => Response.json({ ERROR: { code: 'internal' } }, { status: 500 }),
      'internal',
    ],
    [
      'too many questions',
      () => Response.json({ ERROR: { code: 'rate-limited' } }, { status: 429 }),
      'rate-limited',
    ],
    ['no network', () => Promise.reject(new TypeError('failed to fetch')), 'offline'],
  ])('heals by itself after %s', async (_name, failing, code) => {
    const fetched = vi.fn<() => Response | Promise<Response>>(failing);
    vi.stubGlobal('fetch', fetched);
    read();
    await pass(5_000);
    expect(screen.getByText(`failed ${code}`)).toBeVisible();
    fetched.mockImplementation(() => Response.json({ current: 1 }));
    await pass(SOON_MS);
    expect(screen.getByText('there')).toBeVisible();
  });

  it('is not asked again when the answer is that there is none', async () => {
    const fetched = vi.fn<() => Response>(() =>
      Response.json({ ERROR: { code: 'not-found' } }, { status: 404 }),
    );
    vi.stubGlobal('fetch', fetched);
    read();
    await pass(3 * SOON_MS);
    expect(screen.getByText('failed not-found')).toBeVisible();
    expect(fetched).toHaveBeenCalledTimes(1);
  });
});

describe('a screen that cannot be drawn', () => {
  it('says so, and is drawn again by itself, each time later', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    let broken = true;
    const drawn = vi.fn<() => ReactNode>(() => {
      if (broken) throw new Error('an answer of another shape');
      return <p>drawn</p>;
    });
    const Screen = () => drawn();
    show(
      <ScreenErrorBoundary>
        <Screen />
      </ScreenErrorBoundary>,
    );
    expect(screen.getByRole('alert')).toBeVisible();
    await pass(SOON_MS);
    expect(screen.getByRole('alert')).toBeVisible();
    const times = drawn.mock.calls.length;
    await pass(SOON_MS);
    expect(drawn).toHaveBeenCalledTimes(times);
    broken = false;
    await pass(SOON_MS);
    expect(screen.getByText('drawn')).toBeVisible();
  });
});

describe('a photo that did not come', () => {
  /** Pictures asked for out of sight. */
  function probes(): HTMLImageElement[] {
    const made: HTMLImageElement[] = [];
    vi.stubGlobal('Image', function Probe() {
      const probe = document.createElement('img');
      made.push(probe);
      return probe;
    });
    return made;
  }
  const picture = () => document.querySelector('img');
  const lose = () => fireEvent.error(picture() as HTMLImageElement);

  it('leaves a drawn place, and is shown once it is available', async () => {
    const made = probes();
    show(<Photo photo={PHOTO} sizes="200px" />);
    lose();
    expect(picture()).toBeNull();
    await pass(SOON_MS);
    expect(made.map((probe) => probe.getAttribute('src'))).toEqual([PHOTO.url]);
    act(() => void made[0]?.dispatchEvent(new Event('load')));
    expect(picture()).toHaveAttribute('src', PHOTO.url);
  });

  it('is asked for at once when the network is back, and not for ever', async () => {
    const made = probes();
    show(<Photo photo={PHOTO} sizes="200px" />);
    lose();
    act(() => void window.dispatchEvent(new Event('online')));
    expect(made).toHaveLength(1);
    for (let round = 0; round < 10; round += 1) {
      made.at(-1)?.dispatchEvent(new Event('error'));
      await pass(20 * SOON_MS);
    }
    expect(made).toHaveLength(4);
  });

  it('is asked for in the size of its place', () => {
    const sizes = [
      { url: '/files/a.webp', width: 320, height: 240 },
      { url: '/files/b.webp', width: 800, height: 600 },
    ];
    const blur = 'data:image/webp;base64,UklGRg==';
    show(<Photo photo={{ ...PHOTO, sizes, blur }} sizes="200px" />);
    const offered = ['/files/a.webp 320w, /files/b.webp 800w', '200px'];
    expect([picture()?.srcset, picture()?.sizes]).toEqual(offered);
    expect(picture()?.style.backgroundImage).toContain(blur);
  });

  it('gives way to another one', () => {
    const { rerender } = render(<Photo photo={PHOTO} sizes="200px" />);
    lose();
    rerender(<Photo photo={{ ...PHOTO, url: '/other.svg' }} sizes="200px" />);
    expect(picture()).toHaveAttribute('src', '/other.svg');
  });
});
