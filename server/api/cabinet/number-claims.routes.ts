import type {
  ClaimDecider,
  ClaimNumber,
  DecideClaims,
  ReadClaims,
} from '#server/domains/people/number-claims/index.ts';
import { registerContract, type Call, type HttpApp } from '#server/platform/http/index.ts';
import type { GrantNumberClaim } from '#server/workflows/index.ts';
import {
  approveNumberClaim,
  claimNumber,
  myNumberClaims,
  numberClaim,
  numberClaims,
  proposeNumberClaim,
  rejectNumberClaim,
  returnNumberClaim,
  submitNumberClaim,
  withdrawNumberClaim,
} from '#shared/api/cabinet/number-claims.ts';

export interface NumberClaimRoutesDeps {
  claiming: ClaimNumber;
  reading: ReadClaims;
  deciding: Pick<DecideClaims, 'propose' | 'sendBack' | 'reject'>;
  grant: GrantNumberClaim;
  /** Counts one more PINFL or STIR that the person tries today. 429 beyond the limit. */
  countNumberTry(personId: string): Promise<void>;
}

type SomeCall = Pick<Call, 'signedIn' | 'address'>;

/** Claims to numbers that other accounts have: of their authors, and as staff decide them. */
export function registerNumberClaimRoutes(app: HttpApp, deps: NumberClaimRoutesDeps): void {
  const { claiming, reading, deciding, grant, countNumberTry } = deps;
  const claimantOf = (call: SomeCall) => ({ personId: call.signedIn().personId, address: call.address });
  const deciderOf = (call: SomeCall): ClaimDecider => {
    const { personId, name } = call.signedIn();
    return { personId, name, address: call.address };
  };
  const decided = async (call: SomeCall, claimId: number, decision: Promise<void>) => {
    await decision;
    return reading.one(claimId, call.signedIn());
  };

  registerContract(app, myNumberClaims, async (call) => ({
    items: await claiming.mine(call.signedIn().personId),
  }));
  registerContract(app, claimNumber, async (call) => {
    await countNumberTry(call.signedIn().personId);
    return claiming.begin(claimantOf(call), call.body);
  });
  registerContract(app, submitNumberClaim, (call) => claiming.submit(call.params.claimId, claimantOf(call)));
  registerContract(app, withdrawNumberClaim, (call) =>
    claiming.withdraw(call.params.claimId, claimantOf(call)),
  );

  registerContract(app, numberClaims, async (call) => {
    const { state, page, size } = call.query;
    return { ...(await reading.list(state, { page, size })), page, size };
  });
  registerContract(app, numberClaim, (call) =>
    reading.read(call.params.claimId, { ...call.signedIn(), address: call.address }),
  );
  registerContract(app, proposeNumberClaim, (call) => {
    const { claimId } = call.params;
    return decided(call, claimId, deciding.propose(claimId, call.body.reason, deciderOf(call)));
  });
  registerContract(app, returnNumberClaim, (call) => {
    const { claimId } = call.params;
    return decided(call, claimId, deciding.sendBack(claimId, call.body.reason, deciderOf(call)));
  });
  registerContract(app, approveNumberClaim, (call) => {
    const { claimId } = call.params;
    return decided(call, claimId, grant(claimId, deciderOf(call)));
  });
  registerContract(app, rejectNumberClaim, (call) => {
    const { claimId } = call.params;
    return decided(call, claimId, deciding.reject(claimId, call.body.reason, deciderOf(call)));
  });
}
