/**
 * Replaces `zod` in the built client (vite.config.ts): the browser reads only method and path of a contract, and
 * leaving the schemas out saves 27 kB gzip of the first load. Any use of a schema as a value answers another such
 * schema; a real check throws, so that nothing can be taken as checked here. Forms use `zod/mini`, which is not
 * replaced. Types come from the real package.
 */
type LeftOut = (() => LeftOut) & { [name: string]: LeftOut };

const CHECKS = new Set(['parse', 'safeParse', 'parseAsync', 'safeParseAsync', 'decode', 'encode']);

function refuse(): never {
  throw new Error('contract schemas are not part of the client: check with zod/mini, or on the server');
}

export const z: LeftOut = new Proxy(Object.assign(() => z, {}) as LeftOut, {
  get: (_, name) => (typeof name === 'symbol' ? undefined : CHECKS.has(name) ? refuse : z),
  apply: () => z,
});

/** Instead of `shared/api/written-texts.ts` and `shared/api/calendar-day.ts`. */
export {
  z as calendarDay,
  z as lineWithoutAccounts,
  z as textWithoutAccounts,
  z as writtenLine,
  z as writtenText,
};
