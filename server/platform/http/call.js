/** What a handler returns instead of a JSON value when it must answer otherwise. */
export class Reply {
  status;
  headers;
  /** A text or bytes sent as they are; a JSON value goes through `json`. */
  body;
  constructor(options) {
    this.status = options.status ?? 200;
    this.headers = options.headers ?? {};
    this.body = options.body ?? null;
  }
}
/** 302 to an own path or to an address this server chose itself: never to text from a request. */
export const redirectTo = (address) =>
  new Reply({ status: 302, headers: { Location: address, 'Cache-Control': 'no-store' } });
/** 204 without a body. */
export const nothing = () => new Reply({ status: 204 });
