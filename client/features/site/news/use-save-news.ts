import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { createNews, editNews, type ConsoleNews, type NewsTexts } from '#shared/api/site/news.ts';
import { call } from '#client/lib/api-client.ts';
import { paths } from '#client/lib/paths.ts';
import { notify } from '#client/ui/toasts.tsx';

/** Puts a new version of an item where the screen and the list read it. */
export function useStoreNews(): (saved: ConsoleNews) => void {
  const queries = useQueryClient();
  return (saved) => {
    queries.setQueryData(['console-news-item', saved.id], saved);
    void queries.invalidateQueries({ queryKey: ['console-news'] });
  };
}

/** Saves the texts: a new draft, opened by its number afterwards, or the next version of an item. */
export function useSaveNews(item: ConsoleNews | null) {
  const { t } = useTranslation('console-news');
  const navigate = useNavigate();
  const store = useStoreNews();
  // Sent again after a lost answer it is the same draft; with other texts it is another one, so that none are lost.
  const draft = useRef<{ of: string; requestId: string } | null>(null);
  const requestIdOf = (texts: NewsTexts): string => {
    const of = JSON.stringify(texts);
    if (draft.current?.of !== of) draft.current = { of, requestId: crypto.randomUUID() };
    return draft.current.requestId;
  };
  return useMutation({
    mutationFn: (texts: NewsTexts) =>
      item === null
        ? call(createNews, { body: { requestId: requestIdOf(texts), texts } })
        : call(editNews, { params: { id: item.id }, body: { version: item.version, texts } }),
    // Not retried: the form says what went wrong and keeps the texts.
    onSuccess: (saved) => {
      store(saved);
      notify('success', t('saved'));
      if (item === null) void navigate(`${paths.console('news')}?item=${saved.id}`, { replace: true });
    },
  });
}
