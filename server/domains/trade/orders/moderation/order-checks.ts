import type { ActionVerdict } from '#server/domains/people/accounts/index.ts';
import type { ArchivedDocument, SignaturesService } from '#server/domains/people/signatures/index.ts';
import type { OrderCheck, OrderCheckName } from '#shared/api/console/console-orders.ts';
import type { OrderFields } from '#shared/orders/order-fields.ts';
import type { OrderProblem, OrderProblemCode } from '#shared/orders/problem-codes.ts';
import { SECOND_MODERATOR_ABOVE_BASE_AMOUNTS } from '#shared/limits/order-actions.ts';
import type { RequisitesDifference } from '#shared/lifecycles/payout.ts';
import { hashWithoutRequisites, withoutRequisites } from '../canonical-order.ts';
import type { LikelyDuplicate } from '../duplicates.ts';
import type { ModeratedRow } from '../flows/moderated-order-tables.ts';
import type { Judgement } from '../judge-order.ts';

type Orders = readonly ModeratedRow[];
type ByPerson<Value> = Promise<ReadonlyMap<string, Value>>;

/** Each answers about many orders in the order in which they are given, or about many people by their ids. */
export interface ChecksDeps {
  judge(orders: Orders): Promise<readonly Judgement[]>;
  duplicates(orders: Orders): Promise<readonly LikelyDuplicate[][]>;
  maySell(personIds: readonly string[]): ByPerson<ActionVerdict>;
  owedBy(personIds: readonly string[]): ByPerson<number>;
  signatures: Pick<SignaturesService, 'archivedOf'>;
  canonical(orders: Orders): Promise<readonly string[]>;
  requisitesDiffer(orders: Orders): Promise<readonly (readonly RequisitesDifference[])[]>;
}

export interface CheckedOrder {
  checks: OrderCheck[];
  duplicates: LikelyDuplicate[];
  judgement: Judgement;
}

/** Approval is refused while one of these fails; the others are for the moderator to weigh. */
const DECISIVE: readonly OrderCheckName[] = [
  'fields',
  'signature',
  'customer',
  'penalties',
  'auction-only',
  'authorised-seller',
];
export const preventsApproval = ({ check, passed }: OrderCheck): boolean =>
  !passed && DECISIVE.includes(check);

/** Problems that are checks of their own. */
const OWN_CHECK: Partial<Record<OrderProblemCode, OrderCheckName>> = {
  'auction-only': 'auction-only',
  'not-authorised': 'authorised-seller',
};

/** Requisites alone may change after sending, each time confirmed by a code. */
function isSigned(order: ModeratedRow, signed: ArchivedDocument | undefined, canonical: string): boolean {
  if (!signed) return false;
  // The signature is over the file of an import; what its row became was written down in the same transaction.
  if (signed.kind === 'order-import') return order.imported_sha256 === hashWithoutRequisites(canonical);
  const { order: sent } = JSON.parse(signed.document.toString('utf8')) as { order: unknown };
  return withoutRequisites(JSON.stringify(sent)) === withoutRequisites(canonical);
}

const result = (check: OrderCheckName, passed: boolean, problems: OrderProblem[] = []): OrderCheck => ({
  check,
  passed,
  problems,
});

/**
 * The rules of orders, judged before a moderator looks. However many are judged at once, such as the rows of a page, the database is
 * asked the same number of times. Reads outside of transactions.
 */
export function createOrderChecks(deps: ChecksDeps) {
  /** In the order in which they are given. */
  async function ofEach(orders: Orders): Promise<CheckedOrder[]> {
    if (orders.length === 0) return [];
    const personIds = [...new Set(orders.map(({ person_id: id }) => id))];
    const documentIds = orders.flatMap(({ signed_document_id: id }) => id ?? []);
    const [judgements, duplicates, verdicts, owed, signed, canonical, differences] = await Promise.all([
      deps.judge(orders),
      deps.duplicates(orders),
      deps.maySell(personIds),
      deps.owedBy(personIds),
      deps.signatures.archivedOf(documentIds),
      deps.canonical(orders),
      deps.requisitesDiffer(orders),
    ]);
    return orders.map((order, at) => {
      const judgement = judgements[at]!;
      const ofFields = judgement.problems.filter(({ problem }) => !OWN_CHECK[problem]);
      const fails = (check: OrderCheckName) =>
        judgement.problems.some(({ problem }) => OWN_CHECK[problem] === check);
      const document = signed.get(order.signed_document_id ?? 0);
      return {
        duplicates: duplicates[at]!,
        judgement,
        checks: [
          result('fields', ofFields.length === 0, ofFields),
          result('signature', isSigned(order, document, canonical[at]!)),
          result('customer', !verdicts.get(order.person_id)!.reason),
          result('penalties', owed.get(order.person_id) === 0),
          result('duplicates', duplicates[at]!.length === 0),
          result('requisites', differences[at]!.length === 0),
          result('auction-only', !fails('auction-only')),
          result('authorised-seller', !fails('authorised-seller')),
        ],
      };
    });
  }

  return {
    ofEach,
    of: async (order: ModeratedRow): Promise<CheckedOrder> => (await ofEach([order]))[0]!,
  };
}

export type OrderChecks = ReturnType<typeof createOrderChecks>;

/**
 * Property for state benefit worth more than 5 000 base calculation amounts is approved by two moderators: the start price,
 * at a fixed price times the count.
 */
export function needsSecondModerator(
  { orderType, tradeType, startPriceTiyin, quantity = 1 }: OrderFields,
  baseAmountTiyin: number,
): boolean {
  if (orderType !== 'state' || startPriceTiyin === undefined) return false;
  if (!Number.isSafeInteger(startPriceTiyin) || !Number.isSafeInteger(quantity)) return false;
  const count = tradeType === 'fixed-price' ? quantity : 1;
  // Exact: a price has up to 16 digits, and a count more do not fit into a double.
  const worth = BigInt(startPriceTiyin) * BigInt(count);
  return worth > BigInt(SECOND_MODERATOR_ABOVE_BASE_AMOUNTS) * BigInt(baseAmountTiyin);
}
