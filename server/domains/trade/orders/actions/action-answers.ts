import type { ActionRefused } from '#shared/api/cabinet/order-actions.ts';
import type { ModeratedRow } from '../flows/moderated-order-tables.ts';
import type { DoneAnswer, StoredToken } from './action-tokens.repository.ts';

export const refusal = (
  reason: ActionRefused['reason'],
  details: Partial<ActionRefused> = {},
): ActionRefused => ({
  verdict: 'refused',
  reason,
  missingFacts: [],
  barredUntil: null,
  owedTiyin: 0,
  claimedUntilMs: null,
  protestUntilMs: null,
  ...details,
});

export const answerOf = (
  { action }: Pick<StoredToken, 'action'>,
  { id, status, version }: Pick<ModeratedRow, 'id' | 'status' | 'version'>,
): DoneAnswer => ({
  verdict: 'done',
  repeated: false,
  action,
  order: { id, status, version },
  createdIds: [],
  penaltyTiyin: 0,
});
