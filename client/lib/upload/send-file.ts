import type { ErrorBody } from '#shared/api/contract.ts';
import { currentLanguage } from '#client/i18n/i18n.ts';
import { ApiError } from '../api-error.ts';
import { noticeOtherPerson, pageHeaders } from '../page-person.ts';
import { announceSessionExpired } from '../session-expired.ts';

/** A connection that carries nothing for this time is taken for dead. */
const STALLED_MS = 30_000;
/** The server reads, checks and stores a file that has arrived; behind others it may have to queue. */
const ANSWER_MS = 120_000;

export interface SendOptions {
  signal: AbortSignal;
  /** Bytes that have left this device so far. */
  onProgress: (sentBytes: number) => void;
}

const problemOf = (status: number, text: string): ApiError => {
  try {
    const { ERROR } = JSON.parse(text) as ErrorBody;
    return new ApiError(status, ERROR.code, ERROR.message, ERROR.details, ERROR.requestId);
  } catch {
    return new ApiError(status, 'unreadable', ''); // not retried here: the answer of a proxy, not ours
  }
};

/**
 * Posts one file as the field `file` of a form and resolves with the answer. Rejects with an ApiError: `offline` when no
 * answer came (the file may have arrived all the same), `cancelled` when the signal was aborted.
 * XMLHttpRequest, because fetch tells nothing of the progress of a body.
 */
export function sendFile(address: string, file: File, { signal, onProgress }: SendOptions): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let timer: ReturnType<typeof setTimeout>;
    const watch = (ms: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => request.abort(), ms);
    };
    const cancel = () => request.abort();
    const end = (settle: () => void) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', cancel);
      settle();
    };
    const fail = (error: ApiError) => end(() => reject(error));

    request.upload.addEventListener('progress', ({ loaded }) => {
      watch(STALLED_MS);
      // The form around the file is a few hundred bytes more.
      onProgress(Math.min(loaded, file.size));
    });
    request.upload.addEventListener('load', () => {
      watch(ANSWER_MS);
      onProgress(file.size);
    });
    request.addEventListener('error', () => fail(new ApiError(0, 'offline', '')));
    request.addEventListener('abort', () =>
      fail(new ApiError(0, signal.aborted ? 'cancelled' : 'offline', '')),
    );
    request.addEventListener('load', () => {
      const { status, responseText } = request;
      if (status === 401) announceSessionExpired();
      if (status < 200 || status > 299) {
        const problem = problemOf(status, responseText);
        noticeOtherPerson(problem.code);
        return fail(problem);
      }
      try {
        const answer: unknown = JSON.parse(responseText);
        end(() => resolve(answer));
      } catch {
        fail(new ApiError(status, 'unreadable', '')); // asked about before the file is sent again
      }
    });

    const form = new FormData();
    form.append('file', file, file.name);
    request.open('POST', address);
    request.setRequestHeader('accept', 'application/json');
    request.setRequestHeader('accept-language', currentLanguage());
    for (const [name, value] of Object.entries(pageHeaders())) request.setRequestHeader(name, value);
    signal.addEventListener('abort', cancel);
    watch(STALLED_MS);
    request.send(form);
    if (signal.aborted) request.abort();
  });
}
