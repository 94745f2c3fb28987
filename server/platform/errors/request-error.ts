/** Values put into the translated message, e.g. {missingTiyin: '1 000'}. */
export type MessageValues = Record<string, string | number>;

export interface RequestErrorOptions {
  /** HTTP status. */
  status: number;
  /** Stable id of the reason, kebab-case with dots (`lots.not-found`): clients branch on it, texts are keyed by it. */
  code: string;
  values?: MessageValues;
  /** Machine-readable particulars, sent as they are: never personal data. */
  details?: unknown;
  /** Should operators see it as a fault (logged as error)? Default: status ≥ 500. */
  reportable?: boolean;
  headers?: Record<string, string>;
  cause?: unknown;
}

/** A request that cannot be answered as asked. One handler turns it into `{"ERROR":{code,message,details?}}`. */
export class RequestError extends Error {
  readonly status: number;
  readonly code: string;
  readonly values: MessageValues;
  readonly details: unknown;
  readonly reportable: boolean;
  readonly headers: Record<string, string>;

  constructor(options: RequestErrorOptions) {
    super(options.code, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'RequestError';
    this.status = options.status;
    this.code = options.code;
    this.values = options.values ?? {};
    this.details = options.details;
    this.reportable = options.reportable ?? options.status >= 500;
    this.headers = options.headers ?? {};
  }
}
