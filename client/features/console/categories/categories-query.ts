import { queryOptions } from '@tanstack/react-query';
import { consoleCategories } from '#shared/api/console/console-categories.ts';
import { call } from '#client/lib/api-client.ts';
import { recovering } from '#client/lib/recover.ts';

/** Groups with their categories, hidden ones too. */
export const categoriesQuery = queryOptions({
  queryKey: ['console-categories'],
  queryFn: ({ signal }) => call(consoleCategories, { signal }),
  ...recovering(),
});
