import { useQueryClient } from '@tanstack/react-query';
import type { ConsoleCategory } from '#shared/api/console/console-categories.ts';
import { notify } from '#client/ui/toasts.tsx';

/** Puts a new version where the screens read it, and says so. */
export function useStoreCategory(): (saved: ConsoleCategory, done: string) => void {
  const queries = useQueryClient();
  return (saved, done) => {
    queries.setQueryData(['console-category', saved.id], saved);
    void queries.invalidateQueries({ queryKey: ['console-categories'] });
    // What the same person reads elsewhere on the site.
    void queries.invalidateQueries({ queryKey: ['categories'] });
    void queries.invalidateQueries({ queryKey: ['category-fields'] });
    void queries.invalidateQueries({ queryKey: ['order-categories'] });
    notify('success', done);
  };
}
