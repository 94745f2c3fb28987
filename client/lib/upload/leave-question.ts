import { isLeavingForOther } from '../page-person.ts';

/** While anything would be lost with the page, the browser asks before it is left. */
export function createLeaveQuestion() {
  const open = new Set<string>();
  const ask = (event: BeforeUnloadEvent) => {
    if (!isLeavingForOther()) event.preventDefault();
  };
  return {
    begin(id: string): void {
      open.add(id);
      window.addEventListener('beforeunload', ask);
    },
    end(id: string): void {
      open.delete(id);
      // Only while needed: some browsers never show a page with this listener from memory.
      if (open.size === 0) window.removeEventListener('beforeunload', ask);
    },
  };
}
