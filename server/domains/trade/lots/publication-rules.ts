import { NotInRuleSet } from '#server/domains/content/reference/index.ts';
import type { RuleSetName } from '#shared/api/site/lots.ts';
import { isAuctionOnly, OWNERSHIP_OF_RULE_SET, type SaleToJudge } from '#shared/limits/publication.ts';
import { AUCTION_ONLY_ABOVE_BASE_AMOUNTS } from '#shared/limits/trade-terms.ts';

/** Why a lot cannot be put on trade as it is. */
export type PublicationRefusal = 'rule-set-of-other-property' | 'auction-only';

/** Do not retry: the same lot would be refused again. */
export class NotForPublication extends NotInRuleSet {
  readonly refusal: PublicationRefusal;
  constructor(refusal: PublicationRefusal, message: string) {
    super(message);
    this.refusal = refusal;
  }
}

export interface LotToJudge extends SaleToJudge {
  ruleSet: RuleSetName;
}

/**
 * @param baseAmountTiyin the base calculation amount that is frozen with the lot
 * @throws NotForPublication
 */
export function demandPublishable(lot: LotToJudge, baseAmountTiyin: number): void {
  const { ruleSet, orderType } = lot;
  const meantFor = OWNERSHIP_OF_RULE_SET[ruleSet];
  if (meantFor !== null && meantFor !== orderType)
    throw new NotForPublication(
      'rule-set-of-other-property',
      `the rule set ${ruleSet} is for ${meantFor} property, not for ${orderType}`,
    );
  if (isAuctionOnly(lot, baseAmountTiyin))
    throw new NotForPublication(
      'auction-only',
      `state property above ${AUCTION_ONLY_ABOVE_BASE_AMOUNTS} base calculation amounts is sold by auction only`,
    );
}
