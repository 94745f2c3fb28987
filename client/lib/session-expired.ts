import { create } from 'zustand';

interface SessionExpiry {
  expired: boolean;
  /** Signing in again in another tab is under way: the end of the old session is no news for this one. */
  renewing: boolean;
}

/** Whether the dialog "your session has ended" is open. */
export const useSessionExpiry = create<SessionExpiry>(() => ({ expired: false, renewing: false }));

/** Called on any 401 and when the socket says the session ended. Opening twice is the same as once. */
export function announceSessionExpired(): void {
  useSessionExpiry.setState({ expired: true });
}

export function dismissSessionExpired(): void {
  useSessionExpiry.setState({ expired: false });
}
