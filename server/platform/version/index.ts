import { createRequire } from 'node:module';

const { version } = createRequire(import.meta.url)('../../../package.json') as { version: string };

/** What runs: of package.json, and the commit where the image was given one. */
export interface Version {
  version: string;
  commit: string | null;
}

export const readVersion = (env: NodeJS.ProcessEnv = process.env): Version => ({
  version,
  commit: env.SAVDO_COMMIT || null,
});
