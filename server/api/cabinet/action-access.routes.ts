import type { ActionVerdict } from '#server/domains/people/accounts/index.ts';
import { actionAccess } from '#shared/api/cabinet/profile.ts';
import type { Action } from '#shared/api/cabinet/action-access.ts';
import { dayText } from '#shared/time/tashkent.ts';
import { registerContract, type HttpApp } from '#server/platform/http/index.ts';
import type { Texts } from '#server/platform/language/index.ts';

export interface ActionAccessDeps {
  texts: Pick<Texts, 'text'>;
  /** @param personId null: a visitor */
  judge(action: Action, personId: string | null): Promise<ActionVerdict>;
}

export function registerActionAccessRoutes(app: HttpApp, { texts, judge }: ActionAccessDeps): void {
  registerContract(app, actionAccess, async ({ query, person, language }) => {
    const verdict = await judge(query.action, person?.personId ?? null);
    if (!verdict.reason) return verdict;
    const values = { until: verdict.until ? dayText(verdict.until) : '' };
    return { ...verdict, message: texts.text(language, `profile:obstacle.${verdict.reason}`, values) };
  });
}
