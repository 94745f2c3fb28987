import { render } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ROOM_EVENTS } from '#shared/realtime/room.ts';
import { useSessionWatch } from '#client/app/layout/use-session-watch.ts';
import { dismissSessionExpired, useSessionExpiry } from '#client/lib/session-expired.ts';
import { useSession } from '#client/lib/session.ts';

const heard = vi.hoisted(() => new Map<string, () => void>());
vi.mock('#client/lib/auction-socket/connection.ts', () => ({
  onServerEvent: (event: string, listener: () => void) => {
    heard.set(event, listener);
    return () => heard.delete(event);
  },
}));

function Page() {
  useSessionWatch();
  return null;
}

beforeEach(() => {
  heard.clear();
  dismissSessionExpired();
});

describe('the end of a session on the server', () => {
  it('opens the dialog of a signed-in person at once', () => {
    useSession.setState({ user: { name: 'A', user_name: 'a', percentage: 0 } });
    const page = render(<Page />);
    heard.get(ROOM_EVENTS.sessionExpired)?.();
    expect(useSessionExpiry.getState().expired).toBe(true);
    page.unmount();
    expect(heard.size).toBe(0);
  });

  it('needs no connection for a visitor', () => {
    useSession.setState({ user: null });
    render(<Page />);
    expect(heard.size).toBe(0);
  });
});
