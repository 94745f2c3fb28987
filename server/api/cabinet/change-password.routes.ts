import type { PasswordService } from '#server/domains/people/accounts/index.ts';
import { changePassword } from '#shared/api/cabinet/user.ts';
import {
  badRequest,
  conflict,
  forbidden,
  noSession,
  ruleForbids,
  tooOften,
} from '#server/platform/errors/index.ts';
import { registerContract, type HttpApp } from '#server/platform/http/index.ts';

/** SHA-256 of nothing: no page of the sign-in site would take that password. */
const OF_NOTHING = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
const BUSY_WAIT_SECONDS = 1;

export function registerPasswordRoutes(app: HttpApp, passwords: PasswordService): void {
  registerContract(app, changePassword, async ({ session, body, address }) => {
    if (!session) throw noSession();
    if (body.new_password === OF_NOTHING) throw badRequest();
    const result = await passwords.change(session, body.new_password, address);
    if ('changed' in result) return result;
    if (result.refused === 'elsewhere') {
      throw conflict('password-elsewhere', { details: { url: result.url } });
    }
    if (result.refused === 'common') throw ruleForbids('password-common');
    if (result.refused === 'sign-in-again') throw forbidden('sign-in-again');
    if (result.refused === 'busy') throw tooOften(BUSY_WAIT_SECONDS);
    throw forbidden();
  });
}
