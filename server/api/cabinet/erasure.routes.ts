import { demandFreshSignIn } from '#server/domains/people/accounts/index.ts';
import type { Erasures } from '#server/domains/people/erasure/index.ts';
import { registerContract, type HttpApp } from '#server/platform/http/index.ts';
import { askErasure, myErasure, takeBackErasure } from '#shared/api/cabinet/erasure.ts';

/** A person's request to delete the account; the person always comes from the session. */
export function registerErasureRoutes(
  app: HttpApp,
  erasures: Pick<Erasures, 'mine' | 'ask' | 'takeBack'>,
): void {
  registerContract(app, myErasure, (call) => erasures.mine(call.signedIn().personId));
  registerContract(app, askErasure, (call) => {
    // A stranger at an unlocked browser must not have the account deleted.
    const { personId } = demandFreshSignIn(call.session).person;
    return erasures.ask({ personId, address: call.address }, call.body.requestId);
  });
  registerContract(app, takeBackErasure, (call) =>
    erasures.takeBack({ personId: call.signedIn().personId, address: call.address }),
  );
}
