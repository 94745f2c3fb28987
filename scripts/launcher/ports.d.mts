/** What tests, which are TypeScript, use of it. */
export function freePort(): Promise<number>;
