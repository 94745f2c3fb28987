/** Why a call failed, as the screens need it. `message` is the server's sentence in the person's language, or empty. */
export class ApiError extends Error {
  readonly status: number;
  /** Stable id of the error; `offline` when no answer came, `unreadable` when it was not ours. */
  readonly code: string;
  readonly details: unknown;
  readonly requestId: string | undefined;

  constructor(status: number, code: string, message: string, details?: unknown, requestId?: string) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.details = details;
    this.requestId = requestId;
  }
}
