import { act, screen } from '@testing-library/react';
import { beforeAll, beforeEach, afterEach, describe, expect, it, vi } from 'vitest';
import type { BoardUpdate } from '#shared/realtime/room.ts';
import { TileGrid } from '#client/features/site/lots/tile-grid.tsx';
import { startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import { DRAW_EVERY_MS, MAX_FOLLOWED, SETTLE_MS } from '#client/lib/auction-socket/board-watch.ts';
import { lotCard, runningLot } from './list-fixture.ts';
import { serve, show } from './page.tsx';

/** The wire: what the page sent, and a way to send to it. */
const wire = vi.hoisted(() => ({
  sent: [] as number[][],
  heard: new Map<string, (payload: unknown) => void>(),
  connected: [] as (() => void)[],
  answer: { ok: true, cards: [] } as unknown,
}));
vi.mock('#client/lib/auction-socket/connection.ts', () => ({
  request: async (_event: string, { lotIds }: { lotIds: number[] }) => {
    wire.sent.push(lotIds);
    return wire.answer;
  },
  onServerEvent: (event: string, handler: (payload: unknown) => void) => {
    wire.heard.set(event, handler);
    return () => wire.heard.delete(event);
  },
  onConnected: (handler: () => void) => {
    wire.connected.push(handler);
    handler();
    return () => undefined;
  },
}));

/** A window whose contents the test decides. */
class Window {
  static current: Window;
  readonly #tell: IntersectionObserverCallback;
  readonly elements = new Set<Element>();
  constructor(tell: IntersectionObserverCallback) {
    this.#tell = tell;
    Window.current = this;
  }
  observe(element: Element) {
    this.elements.add(element);
  }
  unobserve(element: Element) {
    this.elements.delete(element);
  }
  disconnect() {
    this.elements.clear();
  }
  takeRecords() {
    return [];
  }
  /** Scrolls so that exactly these lots are seen. */
  see(...ids: number[]) {
    const entries = [...this.elements].map((target) => {
      const id = Number(/\d+$/.exec(target.querySelector('a')?.getAttribute('href') ?? '')?.[0]);
      return { target, isIntersecting: ids.includes(id) } as unknown as IntersectionObserverEntry;
    });
    act(() => this.#tell(entries, this as unknown as IntersectionObserver));
  }
}

const settle = () => act(() => vi.advanceTimersByTimeAsync(SETTLE_MS + 10));
const last = () => [...(wire.sent.at(-1) ?? [])].sort((a, b) => a - b);
const update = (cards: BoardUpdate) =>
  act(async () => {
    wire.heard.get('board:update')?.(cards);
    await vi.advanceTimersByTimeAsync(DRAW_EVERY_MS + 10);
  });
const card = (lotId: number, priceTiyin: number, part: Partial<BoardUpdate[number]> = {}) => ({
  lotId,
  phase: 'running' as const,
  priceTiyin,
  count: 2,
  deadlineMs: Date.now() + 600_000,
  outcome: null,
  ...part,
});
function visible(state: 'visible' | 'hidden') {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
}

beforeAll(async () => {
  await startI18n();
  await switchLanguage('uz');
  vi.stubGlobal('IntersectionObserver', Window);
});
beforeEach(() => {
  vi.useFakeTimers();
  wire.sent.length = 0;
  serve({});
});
afterEach(async () => {
  visible('visible');
  await vi.advanceTimersByTimeAsync(1_000);
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('live cards', () => {
  it('follow only the lots on screen, in one message once scrolling rests, and let go of those that left', async () => {
    const lots = Array.from({ length: 30 }, (_, at) => runningLot(100 + at));
    const { unmount } = show(<TileGrid lots={lots} />);
    await settle();
    expect(wire.sent).toEqual([]);
    Window.current.see(100, 101, 102);
    Window.current.see(101, 102, 103);
    await settle();
    expect(wire.sent).toHaveLength(1);
    expect(last()).toEqual([101, 102, 103]);
    Window.current.see(120);
    await settle();
    expect(last()).toEqual([120]);
    unmount();
    await settle();
    expect(last()).toEqual([]);
    expect(wire.sent).toHaveLength(3);
  });

  it('never follow more lots than the stated number', async () => {
    const lots = Array.from({ length: MAX_FOLLOWED + 20 }, (_, at) => runningLot(200 + at));
    const { unmount } = show(<TileGrid lots={lots} />);
    Window.current.see(...lots.map(({ id }) => id));
    await settle();
    expect(last()).toHaveLength(MAX_FOLLOWED);
    unmount();
  });

  it('follow sales at a fixed price as rooms, and leave alone what is over', async () => {
    const closed = lotCard({ id: 301, room: { ...runningLot(301).room, phase: 'closed' } });
    const sale = lotCard({ id: 302, tradeType: 'fixed-price', status: 2 });
    const sold = lotCard({ id: 304, tradeType: 'fixed-price', status: 7 });
    const { unmount } = show(<TileGrid lots={[closed, sale, runningLot(303), sold]} />);
    Window.current.see(301, 302, 303, 304);
    await settle();
    expect(last()).toEqual([302, 303]);
    unmount();
  });

  it('stop all traffic while the page is hidden, and begin again when it is shown', async () => {
    const { unmount } = show(<TileGrid lots={[runningLot(401)]} />);
    Window.current.see(401);
    await settle();
    visible('hidden');
    await settle();
    expect(last()).toEqual([]);
    const sent = wire.sent.length;
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(wire.sent).toHaveLength(sent);
    visible('visible');
    await settle();
    expect(last()).toEqual([401]);
    unmount();
  });

  it('send their list again on a new connection', async () => {
    const { unmount } = show(<TileGrid lots={[runningLot(501)]} />);
    Window.current.see(501);
    await settle();
    const sent = wire.sent.length;
    for (const connect of wire.connected) connect();
    await settle();
    expect(wire.sent.slice(sent)).toEqual([[501]]);
    unmount();
  });

  it('offer a list the server did not take again, and not at once', async () => {
    wire.answer = { ok: false, error: { code: 'rate-limited', message: '' } };
    const { unmount } = show(<TileGrid lots={[runningLot(601)]} />);
    Window.current.see(601);
    await settle();
    expect(wire.sent).toEqual([[601]]);
    wire.answer = { ok: true, cards: [] };
    await act(() => vi.advanceTimersByTimeAsync(9_000));
    expect(wire.sent).toHaveLength(1);
    await act(() => vi.advanceTimersByTimeAsync(7_000));
    expect(wire.sent).toEqual([[601], [601]]);
    unmount();
  });

  it('move price and status without asking the list, drawing the updates of a moment together', async () => {
    const { unmount } = show(<TileGrid lots={[runningLot(701), runningLot(702)]} />);
    Window.current.see(701, 702);
    await settle();
    await update([card(701, 7_000_000_000), card(701, 7_500_000_000, { count: 3 })]);
    expect(screen.getByText('75 000 000')).toBeInTheDocument();
    expect(screen.queryByText('70 000 000')).not.toBeInTheDocument();
    await update([card(702, 8_000_000_000, { phase: 'closed', outcome: 'sold' })]);
    expect(screen.getByText('Narx shakllandi')).toBeInTheDocument();
    expect(screen.getByText('Yakuniy narx')).toBeInTheDocument();
    unmount();
  });
});
