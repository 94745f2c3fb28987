import type { UnprivilegedWay } from './unprivileged.mjs';

/** What tests, which are TypeScript, use of it. */
export function postgresHome(way: UnprivilegedWay): string;
