/**
 * The answer of the work, or a rejection with `no answer within … ms` when that takes longer. The work itself goes on, and a
 * later rejection of it is heard by no one.
 */
export async function answerWithin<Answer>(work: Promise<Answer>, limitMs: number): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${limitMs} ms`)), limitMs);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
