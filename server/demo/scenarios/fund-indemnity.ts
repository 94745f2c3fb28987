import { createHash } from 'node:crypto';
import type { BankLines, StatementImport } from '#server/domains/money/bank-statements/index.ts';
import type { DecisionOutcome, Decisions } from '#server/domains/staff/decisions/index.ts';
import { tashkentDay } from '#shared/time/tashkent.ts';
import type { DemoWorld } from '../demo-lots.ts';
import { DEMO_ADDRESS } from '../order-steps.ts';

/** 500 000 000 UZS of the operator's own. */
const SUM = '500000000,00';
const REASON = 'Собственные средства оператора для покупателей отменённых сделок';

/** The product's own calls, on one connection. */
export interface IndemnityTools {
  statementImport: Pick<StatementImport, 'take'>;
  bankLines: Pick<BankLines, 'list'>;
  decisions: Pick<Decisions, 'propose' | 'decide'>;
}
type World = Pick<DemoWorld, 'operatorPersonId' | 'secondOperatorPersonId'>;

/** The bank's statement of a day on which the operator paid in. @param day `YYYY-MM-DD` */
function statementOf(day: string): Uint8Array {
  const [year, month, date] = day.split('-');
  const rows = [
    'Входящий остаток;0,00',
    `Исходящий остаток;${SUM}`,
    'Дата;№ документа;Дебет;Кредит;Наименование контрагента;Назначение платежа',
    `${date}.${month}.${year};1;;${SUM};Savdo demo operatori MCHJ;${REASON}`,
  ];
  return new TextEncoder().encode(rows.join('\r\n'));
}

function mustBeDone(outcome: DecisionOutcome): number {
  if (outcome.outcome !== 'done') throw new Error(`the demo's indemnity was refused: ${outcome.outcome}`);
  return outcome.decisionId;
}

/**
 * The operator's own money for buyers of cancelled sales: a line of a statement that one operator brings, and about which the two
 * decide. Nothing where statements have been brought before.
 */
export async function fundIndemnity(tools: IndemnityTools, world: World): Promise<void> {
  const viewer = { personId: world.operatorPersonId, decides: true, seesRequisites: true };
  const first = async () =>
    (await tools.bankLines.list(viewer, { state: 'all', side: 'credit', page: 1, size: 1 })).items[0];
  if (await first()) return;
  const bytes = statementOf(tashkentDay(Date.now()));
  const imported = await tools.statementImport.take(bytes, {
    fileName: 'statement.csv',
    mark: createHash('sha256').update(bytes).digest('hex'),
    reason: 'Первая выписка по счёту',
    by: { personId: world.operatorPersonId, address: DEMO_ADDRESS },
  });
  const line = await first();
  if (!line) throw new Error(`the demo's statement was refused: ${imported.outcome}`);
  const operator = (personId: string) => ({ personId, roles: ['operator' as const], address: DEMO_ADDRESS });
  const proposed = await tools.decisions.propose(
    { kind: 'indemnity-in', payload: { lineId: line.id } },
    { reason: REASON, document: null },
    operator(world.operatorPersonId),
  );
  mustBeDone(await tools.decisions.decide(mustBeDone(proposed), operator(world.secondOperatorPersonId)));
}
