import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import {
  messages,
  readAllMessages,
  readMessage,
  unreadMessageCount,
  type MessageView,
} from '#shared/api/cabinet/notifications.ts';
import { call } from '#client/lib/api-client.ts';

export type MessagesState = 'all' | 'unread';

export const MESSAGES_PAGE_SIZE = 20;

const PAGES = ['messages'];

/** How many messages the signed-in person has not read. */
export const unreadQuery = queryOptions({
  queryKey: ['unread-messages'],
  queryFn: ({ signal }) => call(unreadMessageCount, { signal }),
  staleTime: 30_000,
});

/** @param language texts come in the language of the page, so each has its own */
export const messagesQuery = (state: MessagesState, page: number, language: string) =>
  queryOptions({
    queryKey: [...PAGES, language, state, page],
    queryFn: ({ signal }) => call(messages, { query: { state, page, size: MESSAGES_PAGE_SIZE }, signal }),
  });

type MessagesPage = Awaited<ReturnType<typeof call<typeof messages>>>;

/** Refetches everything shown of messages. */
export function refreshMessages(queries: QueryClient): void {
  void queries.invalidateQueries({ queryKey: PAGES });
  void queries.invalidateQueries({ queryKey: unreadQuery.queryKey });
}

/** Marks a message read: on the screen at once, also in the count. What the server did not take comes back by itself. */
export function useReadMessage(): (message: MessageView) => void {
  const queries = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: ({ id }: MessageView) => call(readMessage, { params: { id } }),
    onMutate: ({ id }) => {
      const readAtMs = Date.now();
      queries.setQueriesData<MessagesPage>({ queryKey: PAGES }, (page) =>
        page
          ? { ...page, items: page.items.map((each) => (each.id === id ? { ...each, readAtMs } : each)) }
          : page,
      );
      queries.setQueryData(unreadQuery.queryKey, (count) => (count ? count - 1 : count));
    },
    // Not retried: the message is shown unread again, and the person may press again.
    onSettled: () => refreshMessages(queries),
  });
  return (message) => {
    if (message.readAtMs === null) mutate(message);
  };
}

export function useReadAll() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (upToId: number) => call(readAllMessages, { body: { upToId } }),
    // Not retried: the screen says so, and the button is still there.
    onSettled: () => refreshMessages(queries),
  });
}
