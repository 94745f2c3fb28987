import { demandFreshSignIn, type ActionRecorder } from '#server/domains/people/accounts/index.ts';
import type { PersonExport } from '#server/domains/people/personal-data/index.ts';
import { registerContract, streamedFileReply, type HttpApp } from '#server/platform/http/index.ts';
import { myDataFile } from '#shared/api/cabinet/personal-data.ts';

/** A person's own data; the person always comes from the session. */
export function registerPersonalDataRoutes(
  app: HttpApp,
  personExport: PersonExport,
  actions: ActionRecorder,
): void {
  registerContract(app, myDataFile, async (call) => {
    // A stranger at an unlocked browser must not carry everything away.
    const { personId } = demandFreshSignIn(call.session).person;
    await actions.record({
      personId,
      type: 'profile',
      action: 'data-taken',
      result: 'done',
      address: call.address,
    });
    return streamedFileReply(personExport.write(personId), 'no-store');
  });
}
