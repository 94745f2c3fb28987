/** Money that comes or leaves in the name of staff: how many persons approve it, and who may not be one of them. */
export { staffMoneyModule } from './module.ts';
export type { MoneyItem, MoneyJudge, MoneyVerdict } from './money-judge.ts';
export { STAFF_MONEY } from './staff-money.repository.ts';
