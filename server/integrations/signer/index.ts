/** The operator's signature under what a stranger can check. */
import type { Config } from '#server/platform/config/index.ts';
import { createLocalSigner } from './local.ts';
import type { Signer } from './port.ts';

export type { Signer } from './port.ts';
export { createLocalSigner } from './local.ts';

export const openSigner = ({ signingKey }: Pick<Config, 'signingKey'>): Signer =>
  createLocalSigner(signingKey);
