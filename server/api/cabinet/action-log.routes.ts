import type { ActionLog } from '#server/domains/staff/action-log/index.ts';
import { userActions } from '#shared/api/cabinet/actions.ts';
import { periodOf } from '#shared/time/period.ts';
import { registerContract, type HttpApp } from '#server/platform/http/index.ts';

export function registerActionLogRoutes(app: HttpApp, actions: Pick<ActionLog, 'ofPerson' | 'count'>): void {
  registerContract(app, userActions, async (call) => {
    const { page, size, result, ...period } = call.query;
    const { personId } = call.signedIn();
    const wanted = { ...periodOf(period), ...(result ? { result } : {}) };
    const [rows, total] = await Promise.all([
      actions.ofPerson(personId, wanted, { limit: size, offset: (page - 1) * size }),
      actions.count(personId, wanted),
    ]);
    const items = rows.map(({ reason, at, ...row }) => ({ ...row, code: reason, atMs: at.getTime() }));
    return { items, total, page, size };
  });
}
