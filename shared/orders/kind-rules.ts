import { AUCTION_ONLY_ABOVE_BASE_AMOUNTS } from '../limits/trade-terms.ts';
import { isAuctionOnly, OWNERSHIP_OF_RULE_SET } from '../limits/publication.ts';
import type { OrderFields } from './order-fields.ts';
import type { Judged, OrderContext } from './problem-context.ts';

/** Not sold in the simplified way: motor vehicles, real estate, food. */
const NOT_BY_STATE_SHOP = {
  groups: ['transport', 'real-estate', 'land'],
  categories: ['food-goods', 'property-complexes'],
  /** Of those groups. */
  except: ['spare-parts'],
} as const;

const isNotByStateShop = ({ code, group }: { code: string; group: string }): boolean =>
  (NOT_BY_STATE_SHOP.categories as readonly string[]).includes(code) ||
  ((NOT_BY_STATE_SHOP.groups as readonly string[]).includes(group) &&
    !(NOT_BY_STATE_SHOP.except as readonly string[]).includes(code));

/** Whose property it is and how it is sold. */
export function* judgeKind(fields: OrderFields, context: OrderContext): Judged {
  for (const field of ['ownerType', 'orderType', 'tradeType', 'ruleSet'] as const)
    if (fields[field] === undefined) yield { field, problem: 'selection' };
  const { ownerType, orderType, ruleSet } = fields;
  const { person, category } = context;
  if (person && ownerType && (ownerType === 'natural') !== (person.kind === 'natural'))
    yield { field: 'ownerType', problem: 'owner-type' };
  if (person && orderType === 'state' && !person.authorisedSeller)
    yield { field: 'orderType', problem: 'not-authorised' };
  if (orderType && ruleSet && OWNERSHIP_OF_RULE_SET[ruleSet] !== orderType)
    yield { field: 'ruleSet', problem: 'rule-set-of-other-property' };
  if (ruleSet === 'state-shop' && category && category !== 'missing' && isNotByStateShop(category))
    yield { field: 'ruleSet', problem: 'not-by-state-shop' };
  yield* judgeAuctionOnly(fields, context);
}

function* judgeAuctionOnly(fields: OrderFields, { baseAmountTiyin }: OrderContext): Judged {
  const { orderType, tradeType, startPriceTiyin, quantity } = fields;
  if (!orderType || !tradeType || baseAmountTiyin === null) return;
  if (!Number.isSafeInteger(startPriceTiyin) || !Number.isSafeInteger(quantity)) return;
  const sale = { orderType, tradeType, startPriceTiyin: startPriceTiyin!, quantity: quantity! };
  if (isAuctionOnly(sale, baseAmountTiyin))
    yield {
      field: 'tradeType',
      problem: 'auction-only',
      details: {
        baseAmounts: AUCTION_ONLY_ABOVE_BASE_AMOUNTS,
        limitTiyin: AUCTION_ONLY_ABOVE_BASE_AMOUNTS * baseAmountTiyin,
      },
    };
}
