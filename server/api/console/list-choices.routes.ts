import type { StoredListChoices } from '#server/domains/staff/list-choices/index.ts';
import { registerContract, type HttpApp } from '#server/platform/http/index.ts';
import { hideColumns, listChoices, removeView, saveView } from '#shared/api/console/list-choices.ts';

export function registerListChoiceRoutes(app: HttpApp, choices: StoredListChoices): void {
  registerContract(app, listChoices, (call) => choices.of(call.signedIn().personId, call.params.list));
  registerContract(app, hideColumns, (call) =>
    choices.hideColumns(call.signedIn().personId, call.params.list, call.body.hidden),
  );
  registerContract(app, saveView, (call) =>
    choices.saveView(call.signedIn().personId, call.params.list, call.body),
  );
  registerContract(app, removeView, (call) =>
    choices.removeView(call.signedIn().personId, call.params.list, call.body.name),
  );
}
