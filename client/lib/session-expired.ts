import { create } from 'zustand';

interface SessionExpiry {
  expired: boolean;
}

/** Whether the dialog "your session has ended" is open. */
export const useSessionExpiry = create<SessionExpiry>(() => ({ expired: false }));

/** Called on any 401 and when the socket says the session ended. Opening twice is the same as once. */
export function announceSessionExpired(): void {
  useSessionExpiry.setState({ expired: true });
}

export function dismissSessionExpired(): void {
  useSessionExpiry.setState({ expired: false });
}
