import { create } from 'zustand';

export type AccountDialog = 'logout' | 'change-password';

interface Shell {
  /** The menu of small windows. */
  menuOpen: boolean;
  /** True from the first opening on: the drawer's code is loaded then, and stays for its closing movement. */
  menuWanted: boolean;
  dialog: AccountDialog | null;
}

/** What of the shell is open; the bar, the drawer and the tab bar open the same menu and the same dialogs. */
export const useShell = create<Shell>(() => ({ menuOpen: false, menuWanted: false, dialog: null }));

export const openMenu = () => useShell.setState({ menuOpen: true, menuWanted: true });
export const closeMenu = () => useShell.setState({ menuOpen: false });
/** The drawer could not be loaded: the next press requests it again. */
export const forgetMenu = () => useShell.setState({ menuOpen: false, menuWanted: false });
export const openDialog = (dialog: AccountDialog) => useShell.setState({ dialog, menuOpen: false });
export const closeDialog = () => useShell.setState({ dialog: null });
