import { hash } from 'node:crypto';

/** A weak tag of an answer's bytes, by which a browser asks whether it has changed. */
export const entityTag = (body: string | Buffer): string =>
  `W/"${Buffer.byteLength(body).toString(16)}-${hash('sha1', body, 'base64').slice(0, 27)}"`;
