import { act } from '@testing-library/react';
import { useEffect, useReducer } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DeferredHydration } from '#client/ui/deferred-hydration.tsx';

let alive: string[] = [];
function Part({ words }: { words: string }) {
  useEffect(() => void alive.push(words), [words]);
  return <p>{words}</p>;
}

let draw = () => {};
let words = 'as painted';
function Page() {
  const [, again] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    draw = again;
  }, []);
  return (
    <DeferredHydration height={100}>
      <Part words={words} />
    </DeferredHydration>
  );
}

const page = (
  <MemoryRouter>
    <Page />
  </MemoryRouter>
);

/** Brings a painting to life, as a browser gets it. */
async function arrive(): Promise<HTMLElement> {
  vi.stubGlobal('window', undefined);
  const html = renderToString(page);
  vi.unstubAllGlobals();
  // Nothing comes into the window by itself.
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  const root = document.createElement('div');
  root.innerHTML = html;
  document.body.append(root);
  const drawn = await act(async () => hydrateRoot(root, page));
  close = () => act(() => drawn.unmount());
  return root;
}
let close = () => {};

beforeEach(() => {
  alive = [];
  words = 'as painted';
});
afterEach(() => {
  close();
  vi.unstubAllGlobals();
});

describe('a painted part far from the window', () => {
  it('stays as it is while its owner changes nothing of it', async () => {
    const root = await arrive();
    await act(async () => draw());
    expect(root).toHaveTextContent('as painted');
    expect(alive).toEqual([]);
  });

  it('is drawn when it has something new to say', async () => {
    const root = await arrive();
    words = 'something new';
    await act(async () => draw());
    expect(root).toHaveTextContent('something new');
    expect(alive.at(-1)).toBe('something new');
  });

  it('comes to life when the page is touched', async () => {
    const root = await arrive();
    await act(async () => void root.dispatchEvent(new Event('wheel', { bubbles: true })));
    expect(alive).toEqual(['as painted']);
  });
});
