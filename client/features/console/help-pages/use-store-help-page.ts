import { useQueryClient } from '@tanstack/react-query';
import type { ConsoleHelpPage } from '#shared/api/console/console-help-pages.ts';

/** Puts a new version of a page where the screens read it. */
export function useStoreHelpPage(): (saved: ConsoleHelpPage) => void {
  const queries = useQueryClient();
  return (saved) => {
    queries.setQueryData(['console-help-page', saved.page], saved);
    void queries.invalidateQueries({ queryKey: ['console-help-pages'] });
    void queries.invalidateQueries({ queryKey: ['help-page'] });
  };
}
