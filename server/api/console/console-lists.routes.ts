import type { EntriesOfLots, ListEditor } from '#server/domains/content/reference/index.ts';
import { registerContract, type HttpApp } from '#server/platform/http/index.ts';
import { consoleLists, saveList } from '#shared/api/console/console-lists.ts';

/** Lists of choices, as staff read and change them. */
export function registerConsoleListRoutes(
  app: HttpApp,
  lists: ListEditor,
  entriesOfLots: EntriesOfLots,
): void {
  registerContract(app, consoleLists, () => lists.all());
  registerContract(app, saveList, (call) =>
    lists.save(
      { name: call.params.name, version: call.body.version },
      call.body.entries,
      call.signedIn(),
      entriesOfLots,
    ),
  );
}
