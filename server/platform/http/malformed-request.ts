import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ErrorBody } from '#shared/api/contract.ts';
import { DEFAULT_LANGUAGE } from '#shared/i18n/languages.ts';
import { badRequest, RequestError } from '../errors/index.ts';
import type { Texts } from '../language/index.ts';

interface Unreadable extends Error {
  code?: string;
}

const FAULTS: Record<string, () => RequestError> = {
  HPE_INVALID_URL: () => badRequest('address-not-encoded'),
  HPE_HEADER_OVERFLOW: () => new RequestError({ status: 431, code: 'headers-too-large' }),
  ERR_HTTP_REQUEST_TIMEOUT: () => new RequestError({ status: 408, code: 'too-slow' }),
};

/**
 * Answers malformed HTTP requests, for a server's `clientError`: without it the caller sees an empty answer. Nothing is known
 * of the caller, so the message is in the site's default language and the connection is closed.
 */
export function answerMalformed(texts: Texts) {
  return (fault: Unreadable, socket: Duplex): void => {
    // Closed, or half-way through an answer: a further one would not be understood.
    const busy = (socket as { _httpMessage?: { _headerSent?: boolean } | null })._httpMessage?._headerSent;
    if (fault.code === 'ECONNRESET' || !socket.writable || busy) {
      socket.destroy();
      return;
    }
    const known = FAULTS[fault.code ?? '']?.() ?? badRequest();
    const body: ErrorBody = {
      ERROR: { code: known.code, message: texts.error(DEFAULT_LANGUAGE, known) },
    };
    const text = JSON.stringify(body);
    socket.end(
      [
        `HTTP/1.1 ${known.status} ${STATUS_CODES[known.status] ?? 'Bad Request'}`,
        'Content-Type: application/json; charset=utf-8',
        `Content-Length: ${Buffer.byteLength(text)}`,
        'Cache-Control: no-store',
        'X-Content-Type-Options: nosniff',
        'Connection: close',
        '',
        text,
      ].join('\r\n'),
    );
  };
}
