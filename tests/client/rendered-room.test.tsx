import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import { useRenderedRoom } from '#client/features/site/room/use-rendered-room.ts';
import { serve } from './page.tsx';
import { snapshot } from './room-fixtures.ts';

const LOT = 7;

it('is shown until the room is joined, and never to who comes back', () => {
  const asked = serve({});
  const queries = new QueryClient();
  queries.setQueryData(['rendered-room', LOT], { snapshot: snapshot() });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  );
  const open = () =>
    renderHook(({ status }: { status: 'loading' | 'ready' }) => useRenderedRoom(LOT, status), {
      wrapper,
      initialProps: { status: 'loading' },
    });

  const first = open();
  expect(first.result.current?.head).toEqual(snapshot().head);
  first.rerender({ status: 'ready' });
  expect(first.result.current).toBeNull();
  first.unmount();

  expect(open().result.current).toBeNull();
  expect(asked).toEqual([]);
});
