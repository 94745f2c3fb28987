import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { lotQuestions, myLotQuestions } from '#shared/api/site/lot-questions.ts';
import { call } from '#client/lib/api-client.ts';
import { recovering } from '#client/lib/recover.ts';

/** First part of the keys of everything shown of questions about lots. */
const QUESTIONS = 'lot-questions';

/** @param size the latest so many */
export const questionsQuery = (lotId: number, size: number) =>
  queryOptions({
    queryKey: [QUESTIONS, lotId, size],
    queryFn: ({ signal }) => call(lotQuestions, { params: { id: lotId }, query: { size }, signal }),
    ...recovering(),
  });

export const myQuestionsQuery = (lotId: number) =>
  queryOptions({
    queryKey: [QUESTIONS, lotId, 'mine'],
    queryFn: ({ signal }) => call(myLotQuestions, { params: { id: lotId }, signal }),
    ...recovering(),
  });

export function useRefreshQuestions(): () => Promise<void> {
  const queries = useQueryClient();
  return useCallback(() => queries.invalidateQueries({ queryKey: [QUESTIONS] }), [queries]);
}
