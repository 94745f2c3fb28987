/** A request that cannot be answered as asked. One handler turns it into `{"ERROR":{code,message,details?}}`. */
export class RequestError extends Error {
  status;
  code;
  values;
  details;
  reportable;
  headers;
  constructor(options) {
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
