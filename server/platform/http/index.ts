/**
 * The HTTP floor. A domain's `<d>.routes.ts` looks like this:
 *
 * ```ts
 * import { registerContract, type HttpApp } from '#server/platform/http/index.ts';
 * import { lotDetails } from '#shared/api/site/lots.ts';
 *
 * export function registerLotRoutes(app: HttpApp, lots: LotsService): void {
 *   registerContract(app, lotDetails, async (call) => {
 *     const lot = await lots.details(call.params.id, call.language);   // params, query, body are parsed and typed
 *     if (!lot) throw notFound('lots.not-found');                      // factories of platform/errors
 *     return lot;                                                      // the bare JSON value of the contract's answer
 *   });
 * }
 * ```
 *
 * Before the handler runs: origin rule for unsafe methods, session, the person the page was made for (409 `other-person`), access (401/403), rate limit (429), zod parsing of
 * params, query and body where an unknown field is a 400; calls of staff are then judged by the subject they name. Signed-in answers carry `Cache-Control: no-store`.
 * `call.signedIn()` gives the person of a call that is not public. Redirects and empty answers: `redirectTo`, `nothing`, `Reply`.
 * Query parameters are texts: use `z.coerce` or the schemas of `#shared/api/fields.ts`.
 * Every contract is also listed in shared/api/index.ts, from which OpenAPI and the contract tests are made.
 */
export { createHttpApp, type HttpApp } from './app.ts';
export { registerContract } from './register-contract.ts';
export { redirectTo, Reply, type Call } from './call.ts';
export { addressOf, networkOf } from './client-address.ts';
export { AnswerBuffers, type PooledBuffer } from './answer-buffers.ts';
export { sameSecret } from './same-secret.ts';
export { addressList } from './address-list.ts';
export { createDailyCount, createDailyLimit, type DailyCount } from './daily-limit.ts';
export { discardBody } from './discard-body.ts';
export { fileReply, streamedFileReply } from './file-reply.ts';
export { sendReply, streamTo } from './send-answer.ts';
export { storedFileReply } from './stored-file-reply.ts';
export { listen, PortTaken } from './listen.ts';
export { setSessionCookies, setUserCookie, clearSessionCookies } from './session-cookies.ts';
export { isFromOwnPage, isLoopback, ownOrigins } from './origin.ts';
export { isLocalCaller, localOnly } from './local-caller.ts';
export { forAllowedHosts, isForAllowedHost } from './allowed-hosts.ts';
export { nameGuest } from './guest-cookie.ts';
export { sessionOf } from './request-session.ts';
export { languageOfPages } from './request-language.ts';
export { answerMalformed } from './malformed-request.ts';
