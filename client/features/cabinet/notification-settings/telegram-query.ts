import { queryOptions } from '@tanstack/react-query';
import { telegramState } from '#shared/api/cabinet/telegram.ts';
import { call } from '#client/lib/api-client.ts';

export const telegramQuery = queryOptions({
  queryKey: ['telegram'],
  queryFn: ({ signal }) => call(telegramState, { signal }),
});
