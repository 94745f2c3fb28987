import type { MessageTextsService } from '#server/domains/content/notifications/index.ts';
import { registerContract, type HttpApp } from '#server/platform/http/index.ts';
import {
  consoleMessageText,
  consoleMessageTexts,
  editMessageText,
  restoreMessageText,
  testMessageText,
} from '#shared/api/console/console-message-texts.ts';

export function registerMessageTextRoutes(app: HttpApp, messageTexts: MessageTextsService): void {
  registerContract(app, consoleMessageTexts, (call) => messageTexts.all(call.language));
  registerContract(app, consoleMessageText, (call) => messageTexts.one(call.params.template, call.language));
  registerContract(app, editMessageText, (call) =>
    messageTexts.edit({ ...call.params, ...call.body }, call.signedIn(), call.language),
  );
  registerContract(app, restoreMessageText, (call) =>
    messageTexts.restore({ ...call.params, ...call.body }, call.signedIn(), call.language),
  );
  registerContract(app, testMessageText, (call) =>
    messageTexts.test({ ...call.params, ...call.body }, call.signedIn().personId),
  );
}
